// Lists the events of a timeline, apart from timeline.ts so that contracts and pages can share them.
export const TIMELINE_EVENTS = [
  "adopted",
  "hatched",
  "grown",
  "milestone",
  "fed",
  "late",
  "missed",
  "came_back",
  "reflected",
  "starving",
  "critical",
  "rescued",
  "died",
  "called_back",
  "restored",
  "boarded",
  "returned",
  "released",
  "taken_back",
] as const;
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];
