// Darkens the scene of a waiting creature, and draws an open door and a dim lamp.
import type { Defs } from "../kit/defs.ts";
import { box, disc, group, oval, path } from "../kit/svg.ts";
import type { Aura } from "./aura.ts";

const NIGHT = "#150f2b";

/** Returns the darkness with an open door on the left, or on the right if mirrored, where the creature looks. */
export function drawDusk(defs: Defs, mirrored: boolean): Aura {
  const beam = defs.radialAt([0, 0.5, 1], [0, "#ffe9ad", 0.95], [1, "#ffca66", 0]);
  // A page's doorway cuts 33 units from each side and the upper corners, so the door is wide and the lamp hangs low.
  const door = path("M0 0H78V392L0 434Z", { fill: "#fff2c9" }) + path("M78 0V392", { stroke: "#6b4a24", width: 12 });
  const floor = path("M0 434L78 392L360 512H0Z", { fill: beam, opacity: 0.9 });
  const light = path("M78 30L330 150V470L78 392Z", { fill: beam, opacity: 0.3 });
  const lamp =
    disc(398, 124, 76, { fill: defs.glow("#ffb03b", 0.55) }) +
    path("M398 0V92", { stroke: "#3a2c20", width: 6 }) +
    path("M372 96H424L415 154H381Z", { fill: "#4b3a2a", stroke: "#21180f", width: 5 }) +
    oval([398, 136, 8, 10], { fill: "#ffb03b" });
  const turn = mirrored ? { turn: "translate(512 0) scale(-1 1)" } : {};
  return {
    back: box([0, 0, 512, 512], 0, { fill: NIGHT, opacity: 0.66 }) + group(light + floor + door + lamp, turn),
    front: "",
  };
}
