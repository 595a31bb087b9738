// Creates a self-signed certificate for local servers. Callers trust it by adding it to their certificate authorities.
import { execFileSync } from "node:child_process";

/** Covers localhost and all names under receiver.example. */
const NAMES = "DNS:localhost,DNS:receiver.example,DNS:*.receiver.example";

let made: string | undefined;

/** Returns a private key and its self-signed certificate as one PEM string. */
export function certificate(): string {
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const about = ["-subj", "/CN=receiver.example", "-addext", `subjectAltName=${NAMES}`, "-days", "90"];
  made ??= execFileSync("openssl", ["req", "-x509", ...ec, ...about, "-keyout", "-"], { stdio: "pipe" }).toString();
  return made;
}
