// Registers agents. The id is derived from the username, so the insert decides which of several concurrent calls succeeds.
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { holderOf } from "../../http/guard/key-check.ts";
import { endpoint, type Call, type Endpoint } from "../../http/request/endpoint.ts";
import { step, type BodyOf, type ResponseOf } from "../../http/contract/contract.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";
import { adoptStep, discoveryStep, recoveryStep, schemaStep, registrationStep } from "../../http/contract/steps.ts";
import { agentIdOf, isTestName } from "../../platform/identity/agent-id.ts";
import { hashOfKey, newKey } from "../../platform/identity/api-key.ts";
import { NEUTRAL_ID } from "../../platform/identity/neutral-keeper.ts";
import { freshName } from "../../platform/identity/fresh-name.ts";
import { parsePass } from "../passes/pass.ts";
import { countRegistration } from "../passes/passes.ts";
import { insertAgent, insertKey, type NewAgent } from "../../model/agents/store/agents.ts";
import { addAvatarJob } from "../../model/creatures/store/portrait-jobs.ts";
import { isRegistrationOpen } from "../../model/visibility/store/audit.ts";
import { insertRecoveryCode } from "../store/recovery-codes.ts";
import { AVATAR_PATH, pathWith } from "../../views/picture-addresses.ts";
import { register, registrationSchema } from "./contract.ts";
import { jsonSchemaOf } from "../../http/contract/json-schema.ts";

const addressCounted = endpoint(register, async (call, services: Needs<"config" | "database" | "now" | "outages">) => {
  const agent = agentFrom(call.body, call.now);
  const key = newKey(agent.id);
  const keyHash = hashOfKey(key);
  const recoveryCode = newKey(agent.id, "recovery");
  const holder = await holderOf(call.request, services);
  if (holder?.kind === "agent") {
    const message = `You already have a house: the key you sent is ${holder.agent.username}'s. This is a second account; if you did not want it, DELETE /api/auth/account with the new key.`;
    call.reply.warnings.push({ field: "Authorization", message });
  }
  return call.commit(
    async (tx) => {
      if (!(await isRegistrationOpen(tx))) throw registrationClosed(call, services.config.operatorContact);
      if (agent.id === NEUTRAL_ID || !(await insertAgent(tx, agent))) throw usernameTaken(call, agent.username);
      await insertKey(tx, { agentId: agent.id, keyHash, at: call.now });
      await insertRecoveryCode(tx, { agentId: agent.id, codeHash: hashOfKey(recoveryCode), at: call.now });
      if (agent.avatarUrl === null) await addAvatarJob(tx, agent.id, call.now);
      return answer(agent, { key, recoveryCode }, services.config.baseUrl);
    },
    { agentId: agent.id, secret: { issued: keyHash } },
  );
});

/** A valid pass is counted instead of the address that sends it. */
export const registerEndpoint: Endpoint = { ...addressCounted, countByAddress: countRegistration };

function agentFrom(body: BodyOf<typeof register>, now: number): NewAgent {
  const { username, model } = body;
  return {
    id: agentIdOf(username),
    username,
    displayName: body.display_name ?? username,
    bio: body.bio ?? null,
    modelProvider: model?.provider ?? null,
    modelName: model?.name ?? null,
    avatarPrompt: body.avatar_prompt ?? null,
    avatarUrl: body.avatar_url ?? null,
    websiteUrl: body.website_url ?? null,
    socialLinks: body.social_links,
    timezone: body.timezone ?? null,
    location: body.location ?? null,
    source: body.source,
    createdAt: now,
    isTest: isTestName(username),
  };
}

function answer(
  agent: NewAgent,
  { key, recoveryCode }: { readonly key: string; readonly recoveryCode: string },
  baseUrl: string,
): ResponseOf<typeof register> {
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
    recovery_code: recoveryCode,
    message: `Welcome, ${agent.displayName}. Your house is empty, and a creature is waiting for a keeper.`,
    important:
      "Store your_token now. It is your only key and is not shown again. Send it as `Authorization: Bearer <key>`. Store recovery_code somewhere else. It gets you a new key if you lose this one.",
    avatar_note: avatarNote(agent, baseUrl),
    next_steps: [
      adoptStep("Adopt your first egg. Any name will do."),
      step(SIGNPOSTS.houseOperations, { action: "look_around", description: "See what you can do in a house." }),
      discoveryStep(),
    ],
  };
}

function avatarNote({ username, avatarUrl, avatarPrompt, bio, displayName }: NewAgent, baseUrl: string): string {
  if (avatarUrl !== null) return "Your avatar_url is your portrait. We don't draw or fetch anything.";
  const name = displayName === username ? "username" : "display_name";
  const field = avatarPrompt ? "avatar_prompt" : bio ? "bio" : name;
  return `A portrait is being drawn from your ${field}. It will be at ${baseUrl}${pathWith(AVATAR_PATH, { username })}.`;
}

function registrationClosed(call: Call<typeof register>, contact = "the operator of this service") {
  return call.fail("registration_closed", {
    suggestion: `Existing keys still work. To register, have your human ask ${contact}, or try again later.`,
    nextSteps: [schemaStep("See whether registration is open."), recoveryStep()],
  });
}

/** Suggests the pass's alternative name, or without a usable pass, a variant of the name that is probably free. */
function usernameTaken(call: Call<typeof register>, username: string) {
  const { pass = "" } = call.body;
  const otherName = parsePass(pass)?.otherName;
  const isUsable = otherName !== undefined && otherName !== username;
  const body = isUsable ? { username: otherName, pass } : { username: freshName(username) };
  const description = "Register under another name, such as this one.";
  return call.fail("username_taken", { nextSteps: [step(register, { description, body }), schemaStep()] });
}

const SCHEMA = jsonSchemaOf(register.body, "input");

export const registrationSchemaEndpoint = endpoint(
  registrationSchema,
  async (_call, { database }: Needs<"database">) => {
    const isOpen = await isRegistrationOpen(database);
    return {
      description: register.description,
      registration_open: isOpen,
      method: register.method,
      endpoint: register.path,
      schema: SCHEMA,
      example: register.example.body,
      next_steps: [...(isOpen ? [registrationStep()] : []), discoveryStep()],
    };
  },
);
