// Named steps between "paid" and "credited" at which a test may kill the process. `FAULT_POINT` names one of them; it
// is rejected unless NODE_ENV is test.

/** Ends the process on the spot, as kill -9 does, when this is the step that FAULT_POINT names. */
export function faultPoint(name: string): void {
  if (process.env["FAULT_POINT"] === name) process.kill(process.pid, "SIGKILL");
}
