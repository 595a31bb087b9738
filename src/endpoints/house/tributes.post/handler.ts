// Leaves a flower or a lamp for a creature. The answer names nobody: a foreign name belongs in no sentence of ours.
import { secondsOfDayLeft } from "../../../http/guard/budgets.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { invalidInput } from "../../../http/request/validate.ts";
import type { Needs } from "../../../http/request/services.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { publicCreature } from "../../../contracts/agents/creature.get.ts";
import { leaveTribute } from "../../../contracts/extras/tributes.post.ts";
import { iso } from "../../../platform/clock.ts";
import { agentIdOf } from "../../../identity/agent-id.ts";
import { readCreature } from "../../agents/creature.get/read.ts";
import { tributeFor, tributeWords } from "../../shared/tributes.ts";

const MOST_A_DAY = 10;

export const leaveTributeEndpoint = endpoint(
  leaveTribute,
  async (call, services: Needs<"config" | "database" | "limiter" | "outages" | "tributes">) => {
    const { caller, body, now } = call;
    const { username, creature_id: id, kind } = body;
    if (caller.agent.clockMoved) throw call.fail("clock_moved");
    const found = await readCreature(services, { username, id }, now);
    const fitting = found && tributeFor(found.creature);
    if (fitting === undefined) throw call.fail("creature_not_found", { nextSteps: leaveTribute.invalidSteps });
    if (kind !== fitting) {
      const message = `must be ${fitting}: this creature ${fitting === "flower" ? "has died" : "has not died"}`;
      const meant = { description: "Your call, corrected.", body: { ...body, kind: fitting } };
      throw invalidInput(leaveTribute, [{ field: "kind", message }]).with({ nextSteps: [step(leaveTribute, meant)] });
    }
    const agentId = agentIdOf(username);
    const total = 1 + (await services.tributes.of(agentId, id))[`${kind}s`];
    const look = step(publicCreature, { description: "See the creature.", params: { username, id } });
    const nextSteps = [look, ...leaveTribute.invalidSteps];
    return call.commit(async () => {
      const isFirst = await services.limiter.isFirstToday("tribute", `${caller.agent.id} ${id} ${kind}`, now);
      if (!isFirst) throw call.fail("already_left", { nextSteps });
      const limit = { by: "agent", max: MOST_A_DAY, windowSeconds: secondsOfDayLeft(now) } as const;
      await call.countAs({ name: "tributesOfAgent", limit }, `${iso(now).slice(0, 10)} ${caller.agent.id}`);
      // Stored on a connection of its own: this one is held until the answer is stored.
      void services.tributes.add(agentId, id, kind, 1, now);
      const message = `You left a ${kind}. ${tributeWords("this", { [`${kind}s`]: total })}`;
      return { kind, total, message, next_steps: nextSteps };
    });
  },
);
