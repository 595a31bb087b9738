// The certificate of receivers on this machine: to a caller that trusts it, an authority.
import { execFileSync } from "node:child_process";

/** For localhost and for every name under receiver.example. */
const NAMES = "DNS:localhost,DNS:receiver.example,DNS:*.receiver.example";

let made: string | undefined;

/** A key and a certificate that signs itself, in one text. */
export function certificate(): string {
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const about = ["-subj", "/CN=receiver.example", "-addext", `subjectAltName=${NAMES}`, "-days", "90"];
  made ??= execFileSync("openssl", ["req", "-x509", ...ec, ...about, "-keyout", "-"], { stdio: "pipe" }).toString();
  return made;
}
