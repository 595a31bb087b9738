// Listens for the stop signal. Imported before everything else, so that an early signal is not lost.

const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));

/** Resolves with the first signal. Later signals have no effect, except SIGKILL. */
export const stopAsked = promise;

/** Resources to release after all others, such as a database that this process started. */
export const lastly: (() => Promise<void>)[] = [];
