// The error listener of connections to PostgreSQL. Without one, a lost connection ends the process; with it, only the next statement
// on that connection fails.
export const ignoreLoss = (): void => {};
