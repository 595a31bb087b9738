// The stop signal. Imported before everything else, so an early signal is not lost.

const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));

/** Resolves with the first signal. Later ones have no effect, except SIGKILL. */
export const stopAsked = promise;

/** Resources released after all others, such as a database that this process has started. */
export const lastly: (() => Promise<void>)[] = [];
