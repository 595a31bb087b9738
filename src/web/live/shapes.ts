// The messages of live streams, as the server sends them and the script of the pages reads them.

/** A creature in its doorway, as the script of the pages puts it there. */
export interface LiveDen {
  readonly id: string;
  /** HTML of this project. Undefined when there is nothing to show any more. */
  readonly mood?: string;
  readonly wait: string;
  /** The same where the order is that of danger: how long it has. */
  readonly left?: string;
  readonly src?: string;
  readonly asleep: boolean;
  readonly waiting: boolean;
  /** What just happened to it. */
  readonly act?: LiveAct | undefined;
}

/** What just happened to a creature: a name that react.css knows, and a sentence. */
export interface LiveAct {
  readonly what: string;
  readonly said?: string;
  /** From then on it is no news. */
  readonly until: number;
}

/** Something that just happened, as text. */
export interface LiveTiding {
  readonly text: string;
  readonly href: string;
  readonly at: number;
  readonly kind: "care" | "adopt" | "hatch" | "death" | "resurrect";
}

export interface HouseMessage {
  readonly now: number;
  readonly dens?: readonly LiveDen[];
  readonly tidings?: readonly LiveTiding[];
  readonly state?: string;
}

export interface CreatureMessage {
  readonly now: number;
  readonly state?: string;
  readonly act?: LiveAct | undefined;
  /** Set when the page has to be read again even if its state is the same. */
  readonly changed?: true;
}
