#!/usr/bin/env -S node --title=denkeeper-server --max-semi-space-size=2
// The command of the npm package @denkeeper/server, and of a clone: `node bin/denkeeper-server.js`.
await import("./node-version.js");
await import("../src/standalone.ts");
