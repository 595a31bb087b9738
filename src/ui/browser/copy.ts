// Shows the copy and share buttons of a page, which need a script, and handles their clicks.
const COPIED_FOR_MS = 2_000;

/** Returns the text to copy: the button's own, or that of its block. */
function textOf(button: HTMLButtonElement): string {
  return button.dataset["copy"] || (button.closest(".copy")?.querySelector("code")?.textContent ?? "");
}

/** Copies the text, or selects it for copying by hand if the browser denies the clipboard. Returns the button's new word. */
async function copied(button: HTMLButtonElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(textOf(button));
    return "Copied";
  } catch {
    const block = button.closest(".copy")?.querySelector("code");
    if (block instanceof HTMLElement) getSelection()?.selectAllChildren(block);
    return "Press Ctrl+C";
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  const word = button.querySelector("[aria-live]");
  const before = word?.textContent ?? "";
  let timer = 0;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (word === null) return;
    word.textContent = await copied(button);
    clearTimeout(timer);
    timer = setTimeout(() => (word.textContent = before), COPIED_FOR_MS);
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>("[data-share]")) {
  const { share: url = "", title = "" } = button.dataset;
  if (!("share" in navigator)) continue;
  button.hidden = false;
  // `share` rejects if the visitor cancels.
  button.addEventListener("click", () => void navigator.share({ url, title }).catch(() => undefined));
}
