// Tests the table of layers, and the faults that lint reports by it.
import { globSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { LAYERS, isUnder, layerFault, layerOf } from "./layers.ts";

const MOST_FILES = 40;

test("layerFault rejects upward imports, modules in pure folders, and restricted files", () => {
  expect(layerFault("packages/rules/src/life/a.ts", "@denkeeper/rules/care/care.ts")).toContain("may not import");
  expect(layerFault("packages/rules/src/time/a.ts", "node:fs")).toContain("is pure");
  expect(layerFault("src/platform/database/a.ts", "../../model/life/sweep.ts")).toContain("may not import");
  expect(layerFault("src/http/guard/a.ts", "../request/endpoint.ts")).toContain("may not import");
  expect(layerFault("src/http/guard/a.ts", "../../endpoints.ts")).toContain("may not import");
  expect(layerFault("src/model/life/a.ts", "../../care/visits/visit.ts")).toContain("may not import");
  expect(layerFault("src/views/a.ts", "../../community/graves/stone.ts")).toContain("may not import");
  expect(layerFault("src/credits/store/a.ts", "../purchases.ts")).toContain("may not import");
  expect(layerFault("src/credits/store/a.ts", "../../model/ledger/store/ledger.ts")).toBeUndefined();
  expect(layerFault("src/care/care.post/contract.ts", "./handler.ts")).toContain("may not import");
  expect(layerFault("src/care/care.post/contract.ts", "../status.get/contract.ts")).toBeUndefined();
});

test("use cases may import contracts but no other HTTP code", () => {
  for (const file of ["src/care/care.post/care.ts", "src/credits/spend.ts", "src/community/hall/hall.get/read.ts"]) {
    const up = "../".repeat(file.split("/").length - 2);
    expect(layerFault(file, `${up}http/request/endpoint.ts`), file).toContain("is a use case");
    expect(layerFault(file, `${up}http/contract/contract.ts`), file).toBeUndefined();
  }
  expect(layerFault("src/care/care.post/handler.ts", "../../http/request/endpoint.ts")).toBeUndefined();
});

test("EXTRA-1: life, foresight, incidents, reliability and replay may not import marks", () => {
  for (const folder of ["life", "foresight", "incidents", "reliability", "replay"].map((each) => `rules/src/${each}`)) {
    expect(layerFault(`packages/${folder}/a.ts`, "../extras/marks.ts"), folder).toContain("may not import");
  }
  expect(layerFault("packages/rules/src/care/a.ts", "../extras/marks.ts")).toBeUndefined();
});

test("each layer names only layers of earlier lines", () => {
  const folders = [...LAYERS.keys()];
  const upward = folders.flatMap((folder, index) =>
    (LAYERS.get(folder)?.imports ?? [])
      .filter(
        (allowed) =>
          folder !== "src" && folders.slice(index + 1).some((other) => other !== "src" && isUnder(other, allowed)),
      )
      .map((allowed) => `${folder} -> ${allowed}`),
  );
  expect(upward).toEqual([]);
});

test("every source file has a layer, and no folder over 40 files", () => {
  const files = globSync(["src/**/*.ts", "packages/*/src/**/*.ts"]).filter((file) => !file.endsWith(".test.ts"));
  expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  const counts = Map.groupBy(files, (file) => dirname(file));
  expect([...counts].filter(([, inside]) => inside.length > MOST_FILES).map(([folder]) => folder)).toEqual([]);
});
