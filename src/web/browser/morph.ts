// Turns an element into a newer one and leaves alone what is the same: focus, selection and pictures stay.

/** Scripts and visitors change these; the server does not know. */
const OURS = new Set(["hidden", "open"]);

export function morph(old: Element, fresh: Element): void {
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
