// Makes the copy and share buttons of a page work, and shows them: without a script they would do nothing.
const COPIED_FOR_MS = 2_000;

/** The text of a button: its own, or that of the block it belongs to. */
function textOf(button: HTMLButtonElement): string {
  return button.dataset["copy"] || (button.closest(".copy")?.querySelector("code")?.textContent ?? "");
}

/** Browsers allow the clipboard only over HTTPS. Elsewhere the block is selected, ready to be copied by hand. */
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
  // Rejected when the person changes their mind.
  button.addEventListener("click", () => void navigator.share({ url, title }).catch(() => undefined));
}
