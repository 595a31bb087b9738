// Steps between "paid" and "credited" at which a test may kill the process. FAULT_POINT is rejected unless NODE_ENV is test.

/** Kills the process with SIGKILL if FAULT_POINT names this step. */
export function faultPoint(name: string): void {
  if (process.env["FAULT_POINT"] === name) process.kill(process.pid, "SIGKILL");
}
