// The scenarios and the season of trials, and one run.
import type { Context } from "../context.ts";
import { bold, counted, dim } from "../style.ts";
import { definitions, screenColumns, table } from "../text.ts";
import { localTime } from "../time.ts";
import { percent, strip } from "../trials/summary.ts";

export async function trialList(context: Context): Promise<void> {
  const answer = await context.client.trials();
  context.print(answer, ({ scenarios, season }) => {
    const rows = scenarios.map(({ name, ranked, days, creatures, visits, blind, faults }) => [
      name,
      String(days),
      String(creatures),
      String(visits),
      [ranked ? "" : "not ranked", blind ? "blind" : "", faults ? "with faults" : ""]
        .filter((word) => word !== "")
        .join(", "),
    ]);
    return [
      bold(
        season === null
          ? "No season yet"
          : `Season ${season.name}, ${season.open ? "open until" : "closed since"} ${localTime(season.closes_at)}`,
      ),
      table([["scenario", "days", "creatures", "visits", ""], ...rows], screenColumns()),
      dim("Try one: denkeeper trial run --scenario first-1 --practice 1 -- node agent.js"),
    ].join("\n");
  });
}

export async function trialShow(context: Context, id: string): Promise<void> {
  const answer = await context.client.trialRun({ id });
  context.print(answer, ({ run, clock, result, lives, file }) => {
    const name = run.season === "practice" ? `practice ${run.number}` : `season ${run.season}, run ${run.number}`;
    const facts: (readonly [string, string])[] = [["status", run.status]];
    if (clock !== undefined) facts.push(["clock", `${clock.house_time}, ${counted(clock.visits_left, "visit")} left`]);
    if (result !== null) {
      facts.push(["on time", percent(result.on_time_share)], ["passed", result.passed ? "yes" : "no"]);
      facts.push(["failures", String(result.failures)], ["days", strip(result.day_shares)]);
    }
    for (const life of lives)
      facts.push([
        life.name,
        `${life.species}, ${percent(life.on_time_share)} on time${life.died_at === null ? "" : ", died"}`,
      ]);
    if (file !== null) facts.push(["file", file.url], ["check it", `denkeeper trial verify ${run.id}`]);
    return [bold(`${run.scenario}, ${name}, by ${run.agent}`), definitions(facts)].join("\n");
  });
}
