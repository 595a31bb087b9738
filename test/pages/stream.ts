// A reader of live streams, for tests.
import { onTestFinished } from "vitest";
import type { CreatureMessage, HouseMessage } from "../../src/web/live/shapes.ts";

type LiveMessage = CreatureMessage & HouseMessage;

export interface Reader {
  readonly answer: Response;
  /** Everything that came so far, as it came. */
  readonly text: () => string;
  readonly messages: () => readonly LiveMessage[];
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream for the running test. */
export async function openStream(url: string): Promise<Reader> {
  const aborted = new AbortController();
  const answer = await fetch(url, { signal: aborted.signal, headers: { accept: "text/event-stream" } });
  let text = "";
  const read = async (): Promise<void> => {
    if (answer.body === null) return;
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) text += chunk;
  };
  const ended = read().catch(() => undefined);
  onTestFinished(() => aborted.abort());
  const messages = () =>
    [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = ""]) => JSON.parse(data) as LiveMessage);
  return { answer, text: () => text, messages, ended, close: () => aborted.abort() };
}
