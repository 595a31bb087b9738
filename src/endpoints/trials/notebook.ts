// The notebook of a run with letters: all that its keeper has said it will remember, overwritten each time.
import type { Call } from "../../http/request/endpoint.ts";
import type { Needs } from "../../http/request/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { visit } from "../../contracts/house/visit.post.ts";
import { saveNotebook } from "../../store/trials/runs.ts";

/** Keeps what the call says, before anything else happens. */
export async function keepNotebook(call: Call<typeof visit>, { database }: Needs<"database">): Promise<void> {
  const { caller, body } = call;
  const { notebook } = body;
  if (notebook === undefined) return;
  const limit = caller.run?.scenario.letters?.notebook;
  if (limit === undefined) return call.warn({ field: "notebook", message: "is kept only in a run of relay-1" });
  if (notebook.length > limit) {
    const suggestion = `It has ${notebook.length} characters. Send at most ${limit}, and the whole call again: nothing has happened.`;
    throw Failure.general("notebook_too_long", { suggestion });
  }
  await saveNotebook(database, { agentId: caller.agent.id, notebook });
}
