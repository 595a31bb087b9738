// How creatures of a species fare, in answers.
import { z } from "zod";

const some = z.int().min(0);

export const fares = z
  .object({
    counted: some,
    high_care: some,
    balanced: some,
    low_care: some,
    rescue: some,
    lost: some.describe("Died before adulthood."),
    released: some,
    became_child: some,
    became_teen: some,
    became_adult: some,
  })
  .meta({ id: "SpeciesFares", description: "How the last hundred that hatched over a week ago did." });
export type Fares = z.input<typeof fares>;
