// The image's HEALTHCHECK: asks the process in the same container whether it is alive, and exits with 0 if it is.
const { ROLE = "all", PORT = "3000", WORKER_PORT = "3001" } = process.env;
const port = ROLE === "worker" ? WORKER_PORT : PORT;
const isWell = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(2_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isWell ? 0 : 1;
