// Parts of the service that could be left out, and what they show people: pages, a section on a keeper's page, and a panel for
// operators. Deleting the folder of one and its line here leaves all other pages whole.
export * as trials from "./trials/guest.ts";
