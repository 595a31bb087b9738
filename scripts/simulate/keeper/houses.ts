// Houses of several species over HTTP, each with its own account: their creatures, and how they were kept.
import type { Api } from "./api.ts";
import type { Found } from "./discover.ts";
import { Keeper } from "./keeper.ts";
import type { HouseLife } from "./shapes.ts";

export const HOUSE_DAYS = 14;

/** A house by its size and number: the same numbers, the same species. */
export function houseOf(species: readonly string[], size: number, number: number): HouseLife {
  let seed = size * 1009 + number * 9176 + 1;
  const slugs = Array.from({ length: size }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return species[seed % species.length] ?? "housecat";
  });
  return { slugs, visits: 0, calls: 0, feedings: 0, late: 0, missed: 0, deaths: 0, fault: null };
}

export async function keepHouses(
  api: Api,
  found: Found,
  houses: readonly HouseLife[],
  days: number,
  done: () => void,
): Promise<void> {
  for (const [number, house] of houses.entries()) {
    const keeper = new Keeper(api, found, number);
    try {
      house.fault = await keeper.register();
      if (house.fault === null) await keeper.keep(house, days);
    } catch (thrown) {
      house.fault = thrown instanceof Error ? thrown.message : "it broke";
    }
    done();
  }
}

export function isKeptWell({ fault, deaths, missed }: HouseLife): boolean {
  return fault === null && deaths === 0 && missed === 0;
}

export function houseTable(houses: readonly HouseLife[], days: number): string {
  const rows = [...Map.groupBy(houses, ({ slugs }) => slugs.length)].map(([size, own]) => {
    const sum = (of: (house: HouseLife) => number) => own.reduce((total, house) => total + of(house), 0);
    const cells = [
      `${size} creature${size === 1 ? "" : "s"}`,
      `${own.filter(isKeptWell).length} of ${own.length}`,
      sum(({ deaths }) => deaths),
      sum(({ missed }) => missed),
      sum(({ late }) => late),
      sum(({ feedings }) => feedings),
      (sum(({ visits }) => visits) / own.length / days).toFixed(1),
      sum(({ calls }) => calls),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head = ["house", "kept well", "deaths", "windows missed", "late meals", "meals", "visits a day", "calls"];
  return [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`, ...rows].join("\n");
}
