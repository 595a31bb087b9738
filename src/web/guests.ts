// Parts of the service that could be left out, and what they show people: pages, a section on a keeper's page, and a panel for
// operators. Deleting the folder of one and its line here leaves all other pages whole.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Needs, Services } from "../http/request/services.ts";
import type { Route } from "../http/server/route.ts";
import type { Html } from "./html.ts";
import type { WebPage } from "./page.ts";

export * as trials from "./trials/guest.ts";

export interface Guest {
  readonly PAGES: readonly WebPage[];
  /** Null when there is nothing to say of the keeper. */
  keeperSection(services: Services, username: string, now: RealInstant): Promise<Html | null>;
  readonly PANEL: {
    readonly id: string;
    readonly title: string;
    read(services: Needs<"database">, now: number): Promise<Html>;
  };
  /** Where the panel's forms are sent, and what is said of their outcomes. */
  readonly ROUTES: readonly Route[];
  readonly NOTICES: Readonly<Record<string, string>>;
}
