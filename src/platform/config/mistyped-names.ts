// Finds variables that are probably mistyped settings: one or two typos away from a setting, or with a prefix of this service.

export interface MistypedName {
  readonly name: string;
  /** The most similar setting. */
  readonly nearest: string;
}

const OUR_PREFIX = /^(?:STRIPE|MPP|X402|HOOKS|IMAGES|PORTRAITS|S3)_/;
/** Matches a prefix that operators add. The client's own variables, such as DENKEEPER_KEY, resemble no setting. */
const ADDED_PREFIX = /^DENKEEPER_/;
/** Matches variables that Kubernetes sets for each service, such as S3_SERVICE_HOST and S3_PORT_9000_TCP_ADDR. */
const SERVICE_LINK = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_(?:TCP|UDP).*)?$/;
/** A setting at least this long matches a name with two typos. A shorter setting allows only one. */
const MIN_LETTERS_FOR_TWO_TYPOS = 8;

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
    .filter((setting) => prefix === undefined || setting.startsWith(prefix))
    .map((setting) => ({ setting, slips: slipsBetween(bare, setting) }))
    .toSorted((a, b) => a.slips - b.slips);
  if (nearest === undefined) return undefined;
  const isSlip = nearest.slips <= (nearest.setting.length >= MIN_LETTERS_FOR_TWO_TYPOS ? 2 : 1);
  return isSlip || prefix !== undefined ? nearest.setting : undefined;
}

/** Counts characters that are added, missing, replaced, or swapped with their neighbor. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const replaced = (row[j - 1] ?? 0) + (same ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
