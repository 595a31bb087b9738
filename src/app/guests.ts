// Parts of the service that could be left out, and what they do to stored accounts: a kind of key, accounts that belong to
// another one, tasks and jobs. Deleting the folder of one and its line here leaves the rest whole.
export * as trials from "./trials/guest.ts";
