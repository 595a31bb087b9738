// Reads the page again and takes over the parts that may change: those with data-live, and the doorways.

import { serverIsAt, serverNow } from "./server-clock.ts";

/** Scripts and visitors change these; the server does not know. */
const OURS = new Set(["hidden", "open"]);

/** Turns an element into a newer one and leaves alone what is the same: focus, selection and pictures stay. */
function morph(old: Element, fresh: Element): void {
  if (old.isEqualNode(fresh)) return;
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && !OURS.has(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && !OURS.has(name)) old.setAttribute(name, value);
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  const isAlike =
    before.length === after.length && before.every((node, index) => node.nodeName === after[index]?.nodeName);
  if (!isAlike) {
    old.replaceChildren(...after);
    return;
  }
  for (const [index, node] of before.entries()) {
    const other = after[index];
    if (node instanceof Element && other instanceof Element) morph(node, other);
    else if (other !== undefined && node.nodeValue !== other.nodeValue) node.nodeValue = other.nodeValue;
  }
}

/** Visitors who ask within it share an address, so that one rendering serves all of them. */
const SHARED_MS = 2_000;

/** After 404 the page is loaded as a whole, once: it says what has become of it. */
const GONE = new Set([404, 410]);

/** The instant in the address makes caches answer with nothing that is older. */
export async function refresh(): Promise<void> {
  const url = new URL(location.href);
  url.searchParams.set("live", String(Math.floor(serverNow() / SHARED_MS) * SHARED_MS));
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  if (GONE.has(answer.status)) location.reload();
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  serverIsAt(Number(fresh.body.dataset["now"]));
  take(fresh, "data-live");
  take(fresh, "data-creature");
}

function take(fresh: Document, attribute: string): void {
  for (const part of document.querySelectorAll(`[${attribute}]`)) {
    const other = fresh.querySelector(`[${attribute}="${CSS.escape(part.getAttribute(attribute) ?? "")}"]`);
    if (other !== null) morph(part, other);
  }
}
