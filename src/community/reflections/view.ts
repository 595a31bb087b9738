// The public view of a reflection.
import { iso } from "../../platform/clock.ts";
import type { Reflection } from "./store/reflections.ts";
import type { ReflectionView } from "../../http/contract/shapes/reflection.ts";

export function reflectionView({ at, agent, sitter, ...reflection }: Reflection): ReflectionView {
  return { at: iso(at), ...writtenBy(agent, sitter), ...reflection, untrusted: true };
}

/** The keeper, and the sitter when the words are the sitter's. */
export function writtenBy(agent: string, sitter: string | null | undefined): Pick<ReflectionView, "agent" | "sitter"> {
  return sitter === null || sitter === undefined ? { agent } : { agent, sitter };
}
