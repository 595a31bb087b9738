// Names in the environment that are probably meant to be settings. Other programs have variables there, too, so a name
// counts only if it is a slip away from one of ours, or has a prefix that we alone use.

export interface MistypedName {
  readonly name: string;
  /** The known name that is most like it. */
  readonly nearest: string;
}

const OUR_PREFIX = /^(?:STRIPE|MPP|X402|HOOKS|IMAGES|PORTRAITS|S3)_/;
/** What others put before our names. Variables of the client, such as DENKEEPER_KEY, are a slip away from nothing. */
const ADDED_PREFIX = /^DENKEEPER_/;
/** What Kubernetes sets for each service: S3_SERVICE_HOST, S3_PORT_9000_TCP_ADDR. */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_(?:TCP|UDP).*)?$/;
/** Two slips are likely only in a name that is long enough. */
const LONG = 8;

export function mistypedNames(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly MistypedName[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || value === "" || known.includes(name)) return [];
    const nearest = nearestOf(name, known);
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}

function nearestOf(name: string, known: readonly string[]): string | undefined {
  const bare = name.toUpperCase().replaceAll("-", "_").replace(ADDED_PREFIX, "");
  const prefix = SERVICE_LINK.test(bare) ? undefined : OUR_PREFIX.exec(bare)?.[0];
  const [nearest] = known
    .filter((each) => prefix === undefined || each.startsWith(prefix))
    .map((each) => ({ each, slips: slipsBetween(bare, each) }))
    .toSorted((a, b) => a.slips - b.slips);
  if (nearest === undefined) return undefined;
  const isSlip = nearest.slips <= (nearest.each.length >= LONG ? 2 : 1);
  return isSlip || prefix !== undefined ? nearest.each : undefined;
}

/** Letters that were added, left out, replaced, or swapped with their neighbor. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const kept = (row[j - 1] ?? 0) + (same ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min(kept, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
