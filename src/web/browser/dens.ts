// Creatures in their doorways, and what just happened, as messages of the stream report them.
import { iso } from "../../platform/clock.ts";
import type { LiveDen, LiveTiding } from "../live/shapes.ts";
import { react } from "./react.ts";

/** How long a changed one is marked. */
const FRESH_MS = 2_500;

function mark(element: Element): void {
  element.classList.add("is-fresh");
  setTimeout(() => element.classList.remove("is-fresh"), FRESH_MS);
}

/** The words of a part with its instants, whatever form and time zone they are written in. */
function wordsOf(part: Element | DocumentFragment): string | null {
  const copy = document.createElement("div");
  copy.append(part.cloneNode(true));
  for (const time of copy.querySelectorAll("time")) time.textContent = time.dateTime;
  return copy.textContent;
}

function parsed(html: string): DocumentFragment {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box.content;
}

/** Whether the HTML of an element is another now. */
function filled(element: Element | null, html: string): boolean {
  if (element === null) return false;
  const wanted = parsed(html);
  if (wordsOf(element) === wordsOf(wanted)) return false;
  element.replaceChildren(wanted);
  return true;
}

function show(element: Element, { mood, wait, left = wait, src, asleep, waiting }: LiveDen): void {
  const picture = element.querySelector("img");
  const isNew = [filled(element.querySelector(".den__wait"), wait), filled(element.querySelector(".den__left"), left)];
  if (mood !== undefined) isNew.push(filled(element.querySelector(".moods"), mood));
  if (picture !== null && src !== undefined && picture.getAttribute("src") !== src) picture.src = src;
  if (element.classList.contains("den")) {
    element.classList.toggle("den--asleep", asleep);
    element.classList.toggle("den--waiting", waiting);
  }
  element.classList.toggle("is-gone", mood === undefined);
  if (isNew.includes(true)) mark(element);
}

export function showDens(dens: readonly LiveDen[], now: number): void {
  for (const den of dens) {
    for (const element of document.querySelectorAll(`[data-creature$="/${CSS.escape(den.id)}"]`)) show(element, den);
    react(den.id, den.act, now);
  }
}

/** The creatures that the page shows, as the stream wants to know them. */
export function shownCreatures(): string {
  const all = [...document.querySelectorAll<HTMLElement>("[data-creature]")].map(({ dataset }) => dataset["creature"]);
  return [...new Set(all)].join(",");
}

/** The newest; of several at once a death. */
export function showTidings(tidings: readonly LiveTiding[]): void {
  const place = document.querySelector("[data-tidings]");
  const newest = tidings.find(({ kind }) => kind === "death") ?? tidings[0];
  if (place === null || newest === undefined) return;
  const link = document.createElement("a");
  link.href = newest.href;
  link.textContent = newest.text;
  const time = document.createElement("time");
  time.dateTime = iso(newest.at);
  time.dataset["ago"] = "";
  time.textContent = "just now";
  place.replaceChildren(link, ", ", time);
  mark(place);
}
