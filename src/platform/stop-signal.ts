// The stop signal. Imported before everything else, so an early signal is not lost.

const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal));

/** Resolves with the first signal. Further ones change nothing: whoever is impatient sends SIGKILL. */
export const stopAsked = promise;

/** What is let go of after everything else, such as a database that this process has started. */
export const lastly: (() => Promise<void>)[] = [];
