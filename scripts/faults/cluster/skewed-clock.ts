// Moves the clock of the service forward by SKEW_MS, as on a machine without NTP. Loaded before the service (`--import`).
const skewMs = Number(process.env["SKEW_MS"] ?? 0);
const rightNow = Date.now;
Date.now = () => rightNow() + skewMs;
