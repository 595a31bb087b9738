// Tests that every operation and error code has a page small enough for an agent's context, also with a long service address.
import { expect, test } from "vitest";
import { freshAddress, houseForFile } from "../../test/harness.ts";
import { snakeCase } from "../http/contract/contract.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { answerFields, inputFields } from "./api-reference.ts";
import { errorCatalog, errorCodes } from "./errors-page.ts";
import { CALLS, MOST_BYTES, smallPages } from "./small-pages.ts";

const ADDRESS = `https://${"den".repeat(17)}.test`;
const house = await houseForFile({ env: { BASE_URL: ADDRESS } });
const { services } = house.app;
const contracts = ENDPOINTS.map(({ contract }) => contract);
const pages = new Map(smallPages(contracts).map(({ path, text }): [string, string] => [path, text(services)]));

test("pages have at most 6,000 bytes, the list 8,000", () => {
  expect(ADDRESS).toHaveLength(64);
  for (const [path, text] of pages)
    expect(Buffer.byteLength(text), path).toBeLessThanOrEqual(path === CALLS ? 8_000 : MOST_BYTES);
});

test("every operation has a page with fields and a valid example", () => {
  for (const contract of contracts) {
    const name = snakeCase(contract.name);
    const text = pages.get(`/docs/api/${name}.md`) ?? "";
    expect(text, name).toMatch(new RegExp(`^# ${contract.method} /api`));
    expect(() => JSON.parse(/```json\n(.*)\n```/.exec(text)?.[1] ?? ""), name).not.toThrow();
    for (const field of inputFields(contract)) expect(text, name).toContain(`\`${field.name} (${field.where}`);
    const whole = text + (pages.get(`/docs/api/${name}-fields.md`) ?? "");
    for (const field of answerFields(contract))
      if (!/^sitting_for\b/.test(field.name)) expect(whole, name).toContain(`\`${field.name}\``);
    for (const code of Object.keys(contract.errors)) expect(text, name).toContain(`\`${code}\`: `);
  }
});

test("the page on all calls lists the errors that calls omit", () => {
  const text = pages.get("/docs/api/every-call.md") ?? "";
  for (const contract of contracts)
    for (const { code } of errorCatalog(contract))
      expect(text + pages.get(`/docs/api/${snakeCase(contract.name)}.md`), code).toContain(`\`${code}\`: `);
});

test("fields have a separate page only where they do not fit", () => {
  const linked = [...pages.values()].flatMap((text) => [...text.matchAll(/\[More\]\(([^)]+)\)/g)].map(([, to]) => to));
  const served = [...pages.keys()].filter((path) => path.endsWith("-fields.md")).map((path) => ADDRESS + path);
  expect(new Set(linked)).toEqual(new Set(served));
});

test("every error code has a page with advice and an example", () => {
  for (const code of errorCodes(contracts)) {
    const text = pages.get(`/docs/errors/${code}.md`) ?? "";
    expect(text.startsWith(`# ${code}\n`), code).toBe(true);
    expect(text, code).toContain("**What to do:** ");
    expect(JSON.parse(/```json\n(.*?)\n```/s.exec(text)?.[1] ?? "{}"), code).toMatchObject({ code });
  }
});

test("the list has every call with its size; unknown pages are 404", async () => {
  const lines = (pages.get(CALLS) ?? "").split("\n").filter((line) => line.startsWith("- "));
  expect(lines).toHaveLength(contracts.length);
  for (const line of lines) {
    const [, name = "", size] = /\]\(([\w.]+)\) ([\d.]+) KB: /.exec(line) ?? [];
    const bytes = Buffer.byteLength(pages.get(`/docs/api/${name}`) ?? "");
    expect(Math.abs(Number(size) * 1_000 - bytes), name).toBeLessThanOrEqual(50);
  }
  for (const path of ["/docs/api/none_such.md", "/docs/errors/none_such.md"])
    expect((await house.call("GET", path, undefined, {}, freshAddress())).status, path).toBe(404);
});
