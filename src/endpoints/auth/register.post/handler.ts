// Registration: the agent's id follows from its name, so that the insert itself decides who was first.
import { iso } from "../../../clock.ts";
import type { Call } from "../../../http/call.ts";
import { endpoint } from "../../../http/call.ts";
import type { BodyOf, ResponseOf } from "../../../http/contract.ts";
import { step } from "../../../http/contract.ts";
import { towardsDiscovery, towardsSchema } from "../../../http/signposts.ts";
import { agentIdOf, isTestName } from "../../../identity/agent-id.ts";
import { hashOfKey, newKey } from "../../../identity/api-key.ts";
import { freshName } from "../../../identity/fresh-name.ts";
import type { NewAgent } from "../../../store/agents.ts";
import { insertAgent, insertKey } from "../../../store/agents.ts";
import { adoptStep } from "../../house/steps.ts";
import { houseOperations } from "../../house.get/contract.ts";
import { register } from "./contract.ts";

type Registration = BodyOf<typeof register>;

export const registerEndpoint = endpoint(register, async (call) => {
  const agent = agentFrom(call.body, call.now);
  const key = newKey(agent.id);
  const keyHash = hashOfKey(key);
  return call.commit(
    async (tx) => {
      if (!(await insertAgent(tx, agent))) throw usernameTaken(call, agent.username);
      await insertKey(tx, agent.id, keyHash, call.now);
      return answer(agent, key);
    },
    { agentId: agent.id, secret: { issued: keyHash } },
  );
});

function agentFrom(given: Registration, now: number): NewAgent {
  const { username, model } = given;
  return {
    id: agentIdOf(username),
    username,
    displayName: given.display_name ?? username,
    bio: given.bio ?? null,
    modelProvider: model?.provider ?? null,
    modelName: model?.name ?? null,
    avatarPrompt: given.avatar_prompt ?? null,
    avatarUrl: given.avatar_prompt === undefined ? (given.avatar_url ?? null) : null,
    websiteUrl: given.website_url ?? null,
    socialLinks: given.social_links,
    timezone: given.timezone ?? null,
    location: given.location ?? null,
    source: given.source,
    createdAt: now,
    isTest: isTestName(username),
  };
}

function answer(agent: NewAgent, key: string): ResponseOf<typeof register> {
  return {
    agent: {
      id: agent.id,
      username: agent.username,
      display_name: agent.displayName,
      bio: agent.bio,
      model_provider: agent.modelProvider,
      model_name: agent.modelName,
      avatar_url: agent.avatarUrl,
      created_at: iso(agent.createdAt),
    },
    your_token: key,
    message: `Welcome, ${agent.displayName}. Your house is empty, and a creature is waiting for a keeper.`,
    important:
      "Store your_token now: it is your only key and is not shown again. Send it as `Authorization: Bearer <key>`.",
    avatar_note: avatarNote(agent),
    next_steps: [
      adoptStep("Adopt your first egg. Any name will do."),
      step(houseOperations, { action: "look_around", description: "See what can be done in a house." }),
      towardsDiscovery(),
    ],
  };
}

function avatarNote(agent: NewAgent): string {
  if (agent.avatarUrl !== null) return "Your avatar_url is used as your portrait.";
  if (agent.avatarPrompt !== null) return "A portrait will be drawn from your avatar_prompt.";
  return `A portrait will be drawn from your ${agent.bio === null || agent.bio === "" ? "name" : "bio"}.`;
}

function usernameTaken(call: Call<typeof register>, username: string) {
  const description = "Register under another name, such as this one.";
  return call.fail("username_taken", {
    nextSteps: [step(register, { description, body: { username: freshName(username) } }), towardsSchema()],
  });
}
