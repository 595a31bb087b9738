// Reads the page again and takes over the parts that may change: those with data-live, and the doorways if asked.
import { morph } from "./morph.ts";

/** After 404 the page is loaded as a whole, once: it says what has become of it. */
const GONE = new Set([404, 410]);

/** `since` makes the server read what it would otherwise remember. Pages that got the same message ask the same. */
export async function refresh(since: number, withDens: boolean): Promise<void> {
  const url = new URL(location.href);
  url.searchParams.set("live", String(Math.floor(since)));
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  if (GONE.has(answer.status)) location.reload();
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  take(fresh, "data-live");
  if (withDens) take(fresh, "data-creature");
  const { state } = fresh.body.dataset;
  if (state !== undefined) document.body.dataset["state"] = state;
}

function take(fresh: Document, attribute: string): void {
  for (const part of document.querySelectorAll(`[${attribute}]`)) {
    const other = fresh.querySelector(`[${attribute}="${CSS.escape(part.getAttribute(attribute) ?? "")}"]`);
    if (other !== null) morph(part, other);
  }
}
