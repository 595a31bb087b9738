// Exits with a readable message on an older Node, which could not run the TypeScript sources.
if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error(
    `Denkeeper needs Node 26, and this is ${process.version}. Install it from https://nodejs.org, or use the image.`,
  );
  process.exit(1);
}
