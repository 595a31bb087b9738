// Draws a chameleon on a branch: an arched profile, a tall casque, two turret eyes that look in different directions, mitten
// feet, and a coiled tail. Its skin is brighter when it is happy, and duller when it is ill, worried, or asleep.
import { blend, outline, shade, type Colour } from "../../kit/colour.ts";
import { frame } from "../../kit/frame.ts";
import { d, disc, group, oval, path, place, times, tube, type Circle, type Point } from "../../kit/svg.ts";
import { blinking } from "../../parts/blink.ts";
import { drawHeadwear } from "../../parts/headwear.ts";
import { byStage, isPoorly, isWorried, type BodyPlan, type Subject } from "../../subject/subject.ts";

const BODY =
  "M150 262C150 210 190 196 226 190C262 150 330 150 368 200C392 236 386 276 352 300" +
  "C300 330 210 336 172 318C156 304 150 290 150 262Z";
const HEAD =
  "M70 262C66 240 84 226 104 220C110 170 150 118 214 96C224 130 226 176 214 220" +
  "C206 262 170 300 128 300C96 300 72 288 70 262Z";

function spiralTail(subject: Subject, line: Colour): string {
  let data = "M350 250C400 250 452 262 448 318";
  for (let step = 1; step <= 30; step++) {
    const turn = -0.1 + step * 0.42;
    const far = 50 * (1 - step / 34);
    data += d`L${398 + Math.cos(turn) * far} ${322 + Math.sin(turn) * far}`;
  }
  return tube(data, 19, shade(subject.coat.base, -0.03), line, 5);
}

function bands(subject: Subject): string {
  const { coat, build } = subject;
  const kind = Math.floor(build.pattern * 4);
  const dice = subject.lifeDice.named("bands");
  if (kind === 3) {
    return times(26, () =>
      disc(dice.between(160, 380), dice.between(170, 320), dice.between(3, 9), {
        fill: dice.odds(0.5) ? coat.mark : coat.skin,
        opacity: 0.8,
      }),
    );
  }
  const stripes = times(5, (i) => {
    const x = 196 + i * 42;
    const width = kind === 0 ? 15 : kind === 1 ? 22 : 8;
    return path(d`M${x + 14} 150Q${x - 14} 240 ${x + dice.spread(16)} 340`, {
      stroke: i % 2 === 1 ? coat.skin : coat.mark,
      width,
      opacity: 0.75,
    });
  });
  const dots =
    kind === 2
      ? times(14, () => disc(dice.between(170, 370), dice.between(190, 300), dice.between(3, 6), { fill: coat.skin }))
      : "";
  return stripes + dots;
}

/** Draws a foot with two toes on each side of the branch. */
function mitten([x, y]: Point, kneeX: number, colour: Colour, line: Colour): string {
  const leg = tube(d`M${kneeX} ${y - 74}Q${(x + kneeX) / 2 - 20} ${y - 34} ${x} ${y - 14}`, 22, colour, line);
  return (
    leg +
    path(
      d`M${x - 22} ${y + 16}C${x - 30} ${y - 16} ${x - 4} ${y - 30} ${x + 8} ${y - 20}` +
        d`C${x + 30} ${y - 22} ${x + 30} ${y + 4} ${x + 20} ${y + 18}` +
        d`C${x + 12} ${y + 8} ${x + 6} ${y - 2} ${x} ${y - 4}` +
        d`C${x - 8} ${y} ${x - 14} ${y + 6} ${x - 22} ${y + 16}Z`,
      { fill: colour, stroke: line, width: 5 },
    )
  );
}

/** Draws an eye on a cone of skin that can look in any direction. */
function turret(subject: Subject, [x, y, r]: Circle, [lookX, lookY]: Point): string {
  const { coat } = subject;
  const skin = shade(coat.base, 0.06);
  const line = outline(coat.base);
  const rings = [0.82, 0.66]
    .map((part) => disc(x, y, r * part, { stroke: shade(coat.base, -0.14), width: 3.5, opacity: 0.6 }))
    .join("");
  const cone = disc(x, y, r, { fill: subject.defs.shading(skin, 0.06, -0.08), stroke: line }) + rings;
  const eye = r * 0.54;
  if (subject.mood === "sleeping")
    return cone + path(d`M${x - eye} ${y}Q${x} ${y + eye} ${x + eye} ${y}`, { stroke: "#231a33", width: 6 });
  if (subject.mood === "happy")
    return (
      cone +
      path(d`M${x - eye} ${y + eye * 0.4}Q${x} ${y - eye} ${x + eye} ${y + eye * 0.4}`, { stroke: "#231a33", width: 7 })
    );
  const [ex, ey] = [x + lookX * r * 0.32, y + lookY * r * 0.32];
  const ball =
    disc(ex, ey, eye, { fill: "#231a33" }) +
    disc(ex, ey, eye * 0.84, { fill: coat.eye }) +
    disc(ex + lookX * 2, ey + lookY * 2, eye * 0.5, { fill: "#17101f" }) +
    disc(ex - eye * 0.28, ey - eye * 0.34, eye * 0.26, { fill: "#fff" });
  if (!isPoorly(subject)) return cone + ball;
  const shut = subject.mood === "critical" ? 0.3 : 0;
  const lid =
    d`M${ex - eye * 1.15} ${ey + eye * shut}` +
    d`A${eye * 1.15} ${eye * 1.15} 0 0 1 ${ex + eye * 1.15} ${ey + eye * shut}Z`;
  return cone + ball + path(lid, { fill: skin, stroke: "#231a33", width: 4 });
}

const INK = { stroke: "#2b2140", width: 7 };

/** Returns the mood's effect on the skin: a change of lightness, and a factor on chroma. */
function skinOf(subject: Subject): readonly [light: number, chroma: number] {
  if (isPoorly(subject)) return [-0.05, 0.5];
  if (isWorried(subject)) return [-0.04, 0.6];
  return subject.mood === "happy" ? [0.03, 1.3] : subject.mood === "sleeping" ? [0.07, 0.6] : [0, 1];
}

function mouthLine(subject: Subject): string {
  const ink = INK;
  switch (subject.mood) {
    case "happy":
      return (
        path("M76 264Q104 280 152 268Q140 300 108 298Q82 292 76 264Z", { fill: "#7d2440", ...ink }) +
        path("M96 288Q114 274 132 288Q116 298 96 288Z", { fill: "#ff8fa3" })
      );
    case "hungry":
      return (
        path("M76 264Q110 272 148 266Q134 294 104 292Q82 286 76 264Z", { fill: "#7d2440", ...ink }) +
        path("M96 280C60 292 30 276 22 250", { stroke: "#ff8fa3", width: 9 }) +
        disc(22, 246, 10, { fill: "#ff6f91" })
      );
    case "sick":
      return path("M78 272q12-10 24 0t24 0t24-4", ink);
    case "critical":
      return path("M78 290Q112 254 158 286", ink);
    case "content":
    case "curious":
    case "sleeping":
      return path(isWorried(subject) ? "M80 286Q110 260 150 280" : "M74 264Q104 298 164 252", ink);
    default:
      return subject.mood satisfies never;
  }
}

function drawTrunk(subject: Subject): string {
  const { coat, defs } = subject;
  const line = outline(coat.base);
  const dark = shade(coat.base, -0.08);
  const skin = defs.linear([0, shade(coat.base, 0.05)], [0.6, coat.base], [1, blend(coat.base, coat.mark, 0.6)]);
  const ridge = times(9, (i) =>
    path("M-9 4L0-16L9 4Z", {
      fill: coat.mark,
      stroke: line,
      width: 3.5,
      turn: place([238 + i * 17, 176 - Math.sin((i / 8) * Math.PI) * 22 + i * 3.4], i * 5 - 14),
    }),
  );
  const belly = path("M172 318C210 336 300 330 352 300C310 308 230 314 172 318Z", { fill: coat.belly });
  return (
    spiralTail(subject, line) +
    mitten([330, 398], 318, dark, line) +
    mitten([214, 396], 206, dark, line) +
    ridge +
    path(BODY, { fill: skin, stroke: line }) +
    group(bands(subject) + belly, { clip: defs.clip(BODY) }) +
    path(BODY, { stroke: line }) +
    mitten([296, 404], 300, coat.base, line) +
    mitten([172, 402], 186, coat.base, line)
  );
}

function drawHead(subject: Subject): string {
  const { coat, defs } = subject;
  const line = outline(coat.base);
  const casque = path("M104 220C112 166 150 118 214 96C206 130 190 180 176 214Z", {
    fill: blend(coat.mark, coat.base, 0.25),
    stroke: line,
  });
  const crestLines = path("M132 200C146 166 170 136 200 116M154 206C166 180 182 152 204 132", {
    stroke: shade(coat.mark, -0.12),
    width: 4,
    opacity: 0.7,
  });
  const cheek = oval([150, 268, 16, 10], {
    fill: isPoorly(subject) ? [0.78, 0.09, 130] : [0.74, 0.15, 8],
    opacity: 0.45,
  });
  const rescue =
    subject.path === "rescue"
      ? path("M176 150l16 26M172 162l14-6M180 174l14-6", { stroke: [0.6, 0.12, 15], width: 5 })
      : "";
  const curious = subject.mood === "curious";
  const look = subject.mood === "hungry" || subject.waiting === true ? -1 : 0.6;
  return (
    blinking(subject, (as) => turret(as, [96, 206, 26], [-1, -0.7])) +
    path(HEAD, { fill: defs.shading(coat.base, 0.06, -0.06), stroke: line }) +
    casque +
    crestLines +
    path("M78 282Q110 300 150 284Q124 302 104 299Q86 296 78 282Z", { fill: coat.belly, opacity: 0.8 }) +
    cheek +
    mouthLine(subject) +
    disc(82, 246, 3.4, { fill: line }) +
    blinking(subject, (as) => turret(as, [138, 220, 44], [look * (curious ? -1 : 1), curious ? -0.9 : 0.3])) +
    (isPoorly(subject) || isWorried(subject) ? path("M96 162Q130 160 176 190", INK) : "") +
    rescue
  );
}

const BRANCH = "M-20 424C90 404 200 418 300 412S450 392 532 404";

export const chameleon: BodyPlan = (own) => {
  const { stage, coat } = own;
  const [light, chroma] = skinOf(own);
  const [base, mark] = [shade(coat.base, light, chroma), shade(coat.mark, light, chroma)];
  const subject: Subject = { ...own, coat: { ...coat, base, mark } };
  if (stage === "baby") {
    const line = outline(subject.coat.base);
    const body = oval([270, 384, 66, 56], { fill: subject.defs.shading(subject.coat.base), stroke: line });
    const art = body + group(drawHead(subject), { turn: place([66, -27], 0, 1.34) });
    const hand = (x: number): string =>
      oval([x, 378, 23, 19], { fill: subject.coat.base, stroke: line }) +
      path(d`M${x} 392v-14`, { stroke: line, width: 5 });
    return { art, overRim: hand(206) + hand(316), head: frame(246, 262, 100, 110), shadow: 110 };
  }
  const size = byStage(stage, [0.7, 0.72, 0.9, 1.08]);
  const bark: Colour = [0.5, 0.06, 55];
  const leaf = path("M0 0C20-16 46-16 60 0C46 16 20 16 0 0ZM0 0H50", {
    fill: [0.66, 0.15, 140],
    stroke: [0.42, 0.1, 145],
    width: 4,
  });
  const branch =
    tube(BRANCH, 25, bark, outline(bark), 5) +
    path("M30 414q40-8 80-4M330 408q50-4 90-10", { stroke: shade(bark, 0.12), width: 4, opacity: 0.7 }) +
    group(leaf, { turn: place([440, 396], -38) }) +
    group(leaf, { turn: place([60, 416], 150, 0.9) });
  const turn = `translate(256 412) scale(${size}) translate(-250 -410)`;
  const [hx, hy] = [256 + (142 - 250) * size, 412 + (214 - 410) * size];
  const head = frame(hx, hy, 80 * size, 92 * size);
  const dressed = frame(hx + 30, hy - 54, 66 * size, 74 * size);
  const worn = drawHeadwear(subject, frame(256 + (164 - 250) * size, 412 + (190 - 410) * size, 70 * size, 76 * size));
  const ribbon =
    stage === "teen" || subject.path !== null
      ? group(
          path("M168 296C186 268 204 238 210 214", { stroke: outline(subject.accent), width: 22 }) +
            path("M168 296C186 268 204 238 210 214", { stroke: subject.accent, width: 13 }),
          { turn },
        )
      : "";
  return {
    art: branch + group(drawTrunk(subject) + drawHead(subject), { turn }) + ribbon + worn,
    head,
    dressed,
    shadow: 0,
  };
};
