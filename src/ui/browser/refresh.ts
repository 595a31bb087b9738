// Fetches the page again and updates the parts that may change: those with data-live or data-creature.
import { serverIsAt, serverNow } from "./server-clock.ts";

/** Attributes that scripts and visitors change. */
const LOCAL_ATTRIBUTES = new Set(["hidden", "open"]);

/** Turns an element into a newer one without touching equal parts, so that focus, selection, and pictures remain. */
function morph(old: Element, fresh: Element): void {
  if (old.isEqualNode(fresh)) return;
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && !LOCAL_ATTRIBUTES.has(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && !LOCAL_ATTRIBUTES.has(name)) old.setAttribute(name, value);
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

/** Visitors within this period share an address, so that one rendering serves all of them. */
const SHARED_MS = 2_000;

/** Statuses after which the whole page is loaded again, because it then explains why the subject is gone. */
const GONE = new Set([404, 410]);

/** Updates the page. The instant in the address prevents caches from answering with an older page. */
export async function refresh(): Promise<void> {
  const url = new URL(location.href);
  url.searchParams.set("live", String(Math.floor(serverNow() / SHARED_MS) * SHARED_MS));
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  if (GONE.has(answer.status)) location.reload();
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  serverIsAt(Number(fresh.body.dataset["now"]));
  update(fresh, "data-live");
  update(fresh, "data-creature");
}

function update(fresh: Document, attribute: string): void {
  for (const part of document.querySelectorAll(`[${attribute}]`)) {
    const other = fresh.querySelector(`[${attribute}="${CSS.escape(part.getAttribute(attribute) ?? "")}"]`);
    if (other !== null) morph(part, other);
  }
}
