// Tests what the log may show of an unknown path.
import { pino } from "pino";
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { buildApp } from "../../build-app.ts";
import { listen } from "../server/server.ts";
import { loggedPath } from "./logged-path.ts";

const house = await houseForFile();
const TOKEN = "AZ2J1vZzdTuHnVY0yJkW3gGdidb2c3U7h51WNMiZFt4B9GqV3kQ7m1xYw0cDpLr8sT5uXa2b";

test.each([
  ["/api/nonsense", "/api/nonsense"],
  ["/wp-login.php", "/wp-login.php"],
  [`/pay/${TOKEN}`, "/pay/..."],
  ["/pay/short", "/pay/..."],
  [`/PAY/${TOKEN}`, "/PAY/..."],
  [`//pay///${TOKEN}/x`, "//pay///.../..."],
  [`/%70ay/${TOKEN}`, "/.../..."],
  [`/owner/${TOKEN}`, "/owner/..."],
  [`/${"x".repeat(16_000)}`, "/..."],
  [`/${"word/".repeat(60)}`, `/${"word/".repeat(39)}...`],
])("path %s is logged as %s", (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});

test("mistyped secret links never reach the log or metrics", async () => {
  const lines: string[] = [];
  const log = pino({ level: "trace", base: null }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp(house.app.services.config, log);
  const listening = await listen(app, 0);
  try {
    const paths = ["/pay", "/PAY", "//pay", "/pay/", "/Pay//", "/p%61y", "/pa/y", "/api/pay", "/owner", "/OWNER/"];
    for (const path of paths) {
      for (const method of ["GET", "PUT", "DELETE", "HEAD", "PROPFIND"]) {
        await fetch(`http://127.0.0.1:${listening.port}${path}/${TOKEN}`, { method, redirect: "manual" });
        await fetch(`http://127.0.0.1:${listening.port}${path}/${TOKEN}/`, { method, redirect: "manual" });
      }
    }
    const metrics = await app.services.metrics.text();
    expect(lines.join("")).not.toContain(TOKEN.slice(0, 20));
    expect(metrics).not.toContain(TOKEN.slice(0, 20));
    expect(lines.join("")).toContain('"route":"unknown"');
  } finally {
    await listening.stop();
  }
});
