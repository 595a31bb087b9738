// Schema of a portrait in answers.
import { z } from "zod";
import { PORTRAIT_STAGES } from "../../../model/creatures/store/portrait-jobs.ts";
import { namedObject } from "../json-schema.ts";
import { instant } from "./creature.ts";

export const portrait = namedObject("Portrait", {
  stage: z.enum(PORTRAIT_STAGES),
  image_url: z.string(),
  generated_at: instant,
});
