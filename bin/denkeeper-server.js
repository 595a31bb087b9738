#!/usr/bin/env -S node --title=denkeeper-server --max-semi-space-size=2
// Starts the server, both as the command of the npm package @denkeeper/server and in a clone.
await import("./node-version.js");
await import("../src/standalone.ts");
