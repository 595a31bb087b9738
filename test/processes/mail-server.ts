// Runs a mail server with TLS for a test. It replies to recipients as the test specifies.
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { certificate } from "./certificate.ts";

export interface MailServer {
  /** Value for SMTP_URL. */
  readonly url: string;
  /** Received mails, without the soft line breaks of their encoding. */
  readonly mails: { readonly to: string; readonly text: string }[];
  /** Reply code for the next recipients; 250 accepts them. */
  answer: number;
}

export async function openMailServer({ hasTls = true } = {}): Promise<MailServer> {
  const [key, cert] = [certificate(), certificate()];
  const mailServer: { -readonly [Key in keyof MailServer]: MailServer[Key] } = { url: "", mails: [], answer: 250 };
  const server = new SMTPServer({
    key,
    cert,
    authOptional: true,
    disabledCommands: hasTls ? [] : ["STARTTLS"],
    onRcptTo(_address, _session, done) {
      const { answer } = mailServer;
      done(answer === 250 ? null : Object.assign(new Error("recipient rejected"), { responseCode: answer }));
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        const text = Buffer.concat(pieces).toString().replaceAll("=\r\n", "");
        for (const { address } of session.envelope.rcptTo) mailServer.mails.push({ to: address, text });
        done();
      });
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  mailServer.url = `smtp://localhost:${address.port}`;
  onTestFinished(async () => {
    const closed = Promise.withResolvers<void>();
    server.close(closed.resolve);
    await closed.promise;
  });
  return mailServer;
}
