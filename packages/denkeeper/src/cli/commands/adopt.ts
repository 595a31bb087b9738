// `adopt`: adopts an egg. With --job, first declares the job's schedule, and adopts a creature that fits it. The job's first run
// hatches the creature, which might otherwise die before that run.
import type { CreatePingLinkAnswer } from "../../generated/types.ts";
import { ask } from "../answers.ts";
import { CliError } from "../cli-error.ts";
import { requireKey, type CommandContext } from "../context.ts";
import { lines } from "../next-command.ts";
import { bold, dim } from "../text.ts";
import { keepLink } from "./run.ts";

interface AdoptOptions {
  readonly species?: string;
  readonly family?: string;
  readonly look?: string;
  /** A job's schedule: a cron expression, its time zone, and the grace period in minutes. */
  readonly job?: string;
  readonly zone?: string;
  readonly grace?: number;
}

const IN_THE_JOB = "denkeeper run --then 'test -s out/report.md' -- ./your-job";

export async function adopt(context: CommandContext, name: string, options: AdoptOptions): Promise<void> {
  const { species, family, look, job, zone, grace } = options;
  const input = { name, species_slug: species, family, image_prompt: look };
  if (job === undefined) {
    if (zone !== undefined || grace !== undefined)
      throw new CliError("--zone and --grace require --job", "For example: --job '0 9 * * 1-5' --zone Europe/Berlin");
    return ask(context, "adopt", input);
  }
  requireKey(context);
  const link = await context.client.createPingLink({ cron: job, zone, grace_minutes: grace });
  keepLink(context, " ", link.ping_url);
  const { fit } = link;
  if (fit === undefined) throw new CliError("This service does not support schedules", "Adopt without --job.");
  if (fit.species === null) {
    context.print({ fit }, () =>
      lines(["No creature can wait that long. The schedule and a ping link watch this job without one.", inTheJob()]),
    );
    return;
  }
  const answer = await context.client.adopt({
    name,
    species_slug: species ?? fit.species,
    image_prompt: look,
    timezone: fit.timezone ?? undefined,
  });
  context.print({ fit, ...answer }, ({ creature, message }) =>
    lines([
      `${bold(creature.name)}, ${creature.species} egg (${creature.tier}). ${message}`,
      `${creature.name} ${livesBy(fit)}. The first run hatches it.`,
      inTheJob(),
    ]),
  );
}

function livesBy({ timezone, leave }: NonNullable<CreatePingLinkAnswer["fit"]>): string {
  const sleeps = `sleeps by ${timezone ?? "your time zone"}`;
  return leave
    ? `${sleeps}, and is on leave from each run to the next`
    : `${sleeps}, and is fed by every run that comes in time`;
}

function inTheJob(): string {
  return `Run this in the job, with a check that exits with 0 only if the work is done:\n  ${IN_THE_JOB}\n${dim("The check decides whether a run was good. Your human is notified within the grace of one that failed.")}`;
}
