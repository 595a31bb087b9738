// Filters the calls of the API reference while one types. Every word must be in a call's path, summary, fields or errors.
const box = document.querySelector<HTMLElement>("[data-filter-box]");
const input = document.querySelector<HTMLInputElement>("[data-filter]");
const count = document.querySelector("[data-filter-count]");
const entries = [...document.querySelectorAll<HTMLElement>("[data-filtered]")].map((element) => ({
  element,
  text: `${element.textContent} ${element.dataset["filtered"] ?? ""}`.toLowerCase(),
}));
const groups = [...document.querySelectorAll<HTMLElement>("[data-filtered-group]")];

function filter(): void {
  const words = (input?.value ?? "").toLowerCase().split(/\s+/);
  let found = 0;
  for (const { element, text } of entries) {
    element.hidden = !words.every((word) => text.includes(word));
    if (!element.hidden) found += 1;
  }
  for (const group of groups) group.hidden = group.querySelector("[data-filtered]:not([hidden])") === null;
  if (count !== null) count.textContent = words.join("") === "" ? "" : found === 1 ? "1 call" : `${found} calls`;
}

if (box !== null) box.hidden = false;
input?.addEventListener("input", filter);
filter();
