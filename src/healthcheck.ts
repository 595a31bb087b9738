// Asks the process in the same container whether it lives; the image's HEALTHCHECK. Ends with 0 when it does.
const { ROLE = "all", PORT = "3000", WORKER_PORT = "3001" } = process.env;
const address = ROLE === "worker" ? `${WORKER_PORT}/livez` : `${PORT}/${ROLE === "embedder" ? "health" : "livez"}`;
const isWell = await fetch(`http://127.0.0.1:${address}`, { signal: AbortSignal.timeout(2_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isWell ? 0 : 1;
