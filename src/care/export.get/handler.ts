// Exports the whole life of a creature. The stream reads log pages only as fast as the caller consumes them, and holds no
// database connection between pages.
import { StreamAnswer, endpoint } from "../../http/request/endpoint.ts";
import { addressOf } from "../../http/contract/contract.ts";
import type { Needs } from "../../model/services.ts";
import { stateLineOf } from "./life-lines.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { linesOfLife, logSpanOf } from "./lines.ts";
import { findLogCount } from "../history.get/store/log-pages.ts";
import { asKeeper } from "../../model/creatures/store/private-text.ts";
import { findAnyCreature } from "../history.get/any-creature.ts";
import { exportStep, historyStep } from "../../http/contract/steps.ts";
import { yourCreatureView } from "../../views/views.ts";
import { FEW_ENTRIES, exportLife } from "./contract.ts";

export const exportLifeEndpoint = endpoint(exportLife, async (call, services: Needs<"config" | "database">) => {
  const { database, config } = services;
  const stored = await findAnyCreature(call, database);
  const { creature } = stored;
  const clocks = { now: call.now, clockOffsetMs: call.caller.agent.clockOffsetMs };
  const keeper = asKeeper(call.caller, stored.agentId);
  const lines = () => linesOfLife(database, stored, { service: config.baseUrl, keeper, ...clocks });
  if (call.query.format === "jsonl") {
    call.reply.headers["content-disposition"] = `attachment; filename="${creature.id}.jsonl"`;
    return new StreamAnswer(lines());
  }
  const entries = await findLogCount(database, logSpanOf(stored, clocks), stored.version);
  const address = addressOf(exportLife, { query: { creature_id: creature.id } });
  return {
    creature: yourCreatureView(stored),
    rules_version: RULES_VERSION,
    entries,
    state: stateLineOf(stored),
    fetch: {
      method: "GET" as const,
      url: `${config.baseUrl}${address}`,
      headers: { authorization: "Bearer <your key>" },
    },
    lines: entries > FEW_ENTRIES ? undefined : (await Array.fromAsync(lines())).join("").trimEnd().split("\n"),
    next_steps: [exportStep(creature.id), historyStep(creature.id)],
  };
});
