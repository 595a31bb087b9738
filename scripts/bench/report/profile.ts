// What a server spent its time on, from the CPU profile that Node wrote: self time by file, or by package for code that is
// not ours.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const SHOWN = 15;
const US_PER_MS = 1000;
const IDLE = "(idle)";

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Garbage collection, for example, has no file. */
function placeOf(url: string, functionName: string): string {
  if (url === "") return functionName === "" ? "(native)" : functionName;
  const foreign = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return foreign ?? /\/((?:src|packages)\/.*)$/.exec(url)?.[1] ?? url;
}

/** The process wrote its profile to the folder when it ended. */
export function profileOf(folder: string, pid: number): string {
  const file = readdirSync(folder).find((name) => name.includes(`.${pid}.0.`) && name.endsWith(".cpuprofile"));
  if (file === undefined) return `there is no profile of process ${pid} in ${folder}`;
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile;
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame.url, callFrame.functionName)]));
  const spent = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const place = places.get(id) ?? "(native)";
    if (place !== IDLE) spent.set(place, (spent.get(place) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const all = [...spent.values()].reduce((sum, us) => sum + us, 0);
  const rows = [...spent].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return [
    `self time of our server, ${(all / US_PER_MS).toFixed(0)} ms in all (${file})`,
    ...rows.map(([place, us]) => `${((100 * us) / all).toFixed(1).padStart(6)} %  ${place}`),
  ].join("\n");
}
