// Preloaded into a service (`--import`): moves its clock forward by SKEW_MS, as on a machine without NTP.
const skewMs = Number(process.env["SKEW_MS"] ?? 0);
const rightNow = Date.now;
Date.now = () => rightNow() + skewMs;
