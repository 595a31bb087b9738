#!/usr/bin/env -S node --title=denkeeper-server --max-semi-space-size=2
// The command of the npm package @denkeeper/server. An older Node could not even read what it starts.
if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error(
    `Denkeeper needs Node 26, and this is ${process.version}. Install it from https://nodejs.org, or use the image.`,
  );
  process.exit(1);
}
await import("../src/standalone.js");
