// Search by the beginning of a name. Each statement reads a fixed number of index entries, however many match, and shows
// only what is public.
import { NEUTRAL_ID } from "../../identity/neutral-keeper.ts";
import type { Db } from "../db/db.ts";
import { bool, statement, text, uuid, type RowOf } from "../db/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  nonPublicAgent,
  withHiddenSpecies,
  withUnseen,
} from "../moderation/public-visibility.ts";

/** So many matches are read, in the order of the indexes: the closest are among them. */
const MOST_READ = 100;

const PARAMS = { from: text, to: text };

/** In byte order, which the indexes have: everything that begins with a text is from it up to it and the last character. */
const WITHIN = (column: string) => `${column} ~>=~ lower($from) AND ${column} ~<~ lower($to)`;
const FIRST = (column: string) => `ORDER BY ${column} USING ~<~ LIMIT ${MOST_READ}`;
const LAST_CHARACTER = "\u{10FFFF}";

const KEEPERS = statement({
  name: "search-keepers",
  params: PARAMS,
  row: { username: text, displayName: text },
  text: `SELECT username, display_name AS "displayName" FROM (
      (SELECT * FROM agents WHERE ${WITHIN("username")} ${FIRST("username")})
      UNION ALL
      (SELECT * FROM agents WHERE ${WITHIN("lower(display_name)")} AND NOT (${WITHIN("username")})
        ${FIRST("lower(display_name)")})
    ) found WHERE NOT ${nonPublicAgent("found")} AND agent_id <> '${NEUTRAL_ID}'`,
});

const CREATURES = statement({
  name: "search-public-creatures",
  params: PARAMS,
  row: { id: uuid, name: text, species: text, agent: text, dead: bool, released: bool },
  text: `SELECT c.creature_id AS id, c.name, c.species_name AS species, a.username AS agent, c.died_at IS NOT NULL AS dead,
      c.released_at IS NOT NULL AS released
    FROM (SELECT * FROM creatures WHERE ${WITHIN("lower(name)")} ${FIRST("lower(name)")}) c
      JOIN agents a ON a.agent_id = c.agent_id ${withHiddenSpecies("c.species_slug")}
    WHERE NOT ${nonPublicAgent("a")} AND ${OF_PUBLIC_SPECIES}`,
});

const SPECIES = statement({
  name: "search-public-species",
  params: PARAMS,
  row: { slug: text, name: text, creator: text },
  text: `SELECT s.slug, s.name, s.creator
    FROM (SELECT * FROM species WHERE is_public AND ${WITHIN("lower(name)")} LIMIT ${MOST_READ}) s ${withUnseen("s")}
    WHERE ${SEEN} AND s.hidden_at IS NULL`,
});

export type FoundKeeper = RowOf<typeof KEEPERS.row>;
export type FoundCreature = RowOf<typeof CREATURES.row>;
type FoundSpecies = RowOf<typeof SPECIES.row>;

export interface FoundNames {
  readonly keepers: readonly FoundKeeper[];
  readonly creatures: readonly FoundCreature[];
  /** Designed by agents: the built-in ones are not in the database. */
  readonly species: readonly FoundSpecies[];
}

/** Whose names begin with a text, in any letter case: at most `most` of each kind, the closest match first. */
export async function searchNames(db: Db, beginning: string, most: number): Promise<FoundNames> {
  const asked = { from: beginning, to: `${beginning}${LAST_CHARACTER}` };
  const [keepers, creatures, species] = await Promise.all([
    db.query(KEEPERS, asked),
    db.query(CREATURES, asked),
    db.query(SPECIES, asked),
  ]);
  const gone = ({ dead, released }: FoundCreature) => Number(dead || released);
  return {
    keepers: keepers.toSorted(byName(({ username }) => username)).slice(0, most),
    creatures: creatures
      .toSorted(byName(({ name }) => name))
      .toSorted((one, other) => gone(one) - gone(other))
      .slice(0, most),
    species: species.toSorted(byName(({ name }) => name)).slice(0, most),
  };
}

function byName<Item>(nameOf: (item: Item) => string): (one: Item, other: Item) => number {
  return (one, other) => nameOf(one).length - nameOf(other).length || nameOf(one).localeCompare(nameOf(other));
}
