// The kinds of events in a public timeline.

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
