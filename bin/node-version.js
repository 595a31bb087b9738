// Ends an older Node with one sentence, before it stumbles over TypeScript that it cannot read.
if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error(
    `Denkeeper needs Node 26, and this is ${process.version}. Install it from https://nodejs.org, or use the image.`,
  );
  process.exit(1);
}
