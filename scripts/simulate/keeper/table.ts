// The outcome of all lives, one line per species.
import type { Life } from "./shapes.ts";

export function tableOf(lives: readonly Life[]): string {
  const rows = [...Map.groupBy(lives, ({ slug }) => slug)].map(([slug, own]) => rowOf(slug, own));
  const all = rowOf("all", lives);
  const head = ["species", "lives", "high_care adults", "other ends", "feedings", "late", "refused", "calls"];
  const cells = [head, ...rows, all];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line), line(all)].join("\n");
}

function rowOf(name: string, lives: readonly Life[]): string[] {
  const sum = (of: (life: Life) => number): string => String(lives.reduce((total, life) => total + of(life), 0));
  const isGood = ({ path, stage, fault }: Life): boolean => fault === null && path === "high_care" && stage === "adult";
  const others = lives.filter((life) => !isGood(life)).map(({ path, stage, fault }) => fault ?? path ?? stage);
  const shortened = others.map((end) => end.slice(0, 30)).slice(0, 2);
  return [
    name,
    String(lives.length),
    String(lives.filter(isGood).length),
    name === "all" ? String(others.length) : shortened.join(", ") || "-",
    sum(({ feedings }) => feedings),
    sum(({ late }) => late),
    sum(({ refused }) => refused),
    sum(({ calls }) => calls),
  ];
}
