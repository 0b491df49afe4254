import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface ReceivedMail extends Email {
  /** The name in EHLO. */
  readonly greeting: string;
  readonly recipients: readonly string[];
}

export interface Behaviour {
  /** The answer to RCPT TO. */
  readonly rcpt?: { readonly code: number; readonly text: string };
  /** The answer to the whole message. */
  readonly data?: { readonly code: number; readonly text: string };
  /** Awaited before the answer to the message. */
  readonly before?: () => Promise<unknown>;
}

/** A real mail server on localhost. */
export interface MailServer {
  readonly url: string;
  /** Tests empty it. */
  readonly received: ReceivedMail[];
  /** The largest number of mails that were in transit at the same time. */
  peak: number;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
  /** The port is the same as before. */
  reopen(): Promise<void>;
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * @param certificate for TLS from the first byte; without one the server speaks plain text
 * @param more changes this, for instance to STARTTLS
 */
export async function startMailServer(certificate?: Certificate, more: SMTPServerOptions = {}): Promise<MailServer> {
  let behaviour: Behaviour = {};
  let port = 0;
  let underWay = 0;
  const mails: ReceivedMail[] = [];
  const onData: SMTPServerOptions['onData'] = (stream, session, answer) => {
    underWay += 1;
    server.peak = Math.max(server.peak, underWay);
    void (async () => {
      const chunks: Buffer[] | null = await stream.toArray().catch(() => null);
      if (!chunks) {
        // The sender was killed.
        underWay -= 1;
        return;
      }
      const raw = Buffer.concat(chunks);
      const { data, before } = behaviour;
      await before?.();
      underWay -= 1;
      if (data) return answer(refusal(data));
      mails.push({
        ...(await PostalMime.parse(raw)),
        greeting: session.hostNameAppearsAs || '',
        recipients: session.envelope.rcptTo.map(({ address }) => address),
      });
      answer();
    })();
  };
  const open = async () => {
    const smtp = new SMTPServer({
      ...certificate,
      secure: certificate !== undefined,
      authOptional: true,
      hideSTARTTLS: true,
      logger: false,
      closeTimeout: 100,
      ...more,
      onRcptTo: (_, __, answer) => answer(behaviour.rcpt ? refusal(behaviour.rcpt) : null),
      onData,
    });
    // Some tests make the client hang up.
    smtp.on('error', () => undefined);
    smtp.listen(port, '127.0.0.1');
    await once(smtp.server, 'listening');
    ({ port } = smtp.server.address() as AddressInfo);
    return smtp;
  };
  let smtp = await open();
  const server: MailServer = {
    url: `${certificate ? 'smtps' : 'smtp'}://localhost:${port}`,
    received: mails,
    peak: 0,
    behave: (next) => {
      behaviour = next;
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
    reopen: async () => {
      smtp = await open();
    },
  };
  return server;
}

function refusal({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

export const never = () => new Promise<never>(() => undefined);

/** Makes a self-signed certificate, by default for localhost. Clients that trust it read `file`. */
export function makeCertificate(host = 'localhost'): Certificate & { file: string } {
  const folder = temporaryFolder();
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const about = [`subjectAltName=DNS:${host},IP:127.0.0.1`, 'basicConstraints=critical,CA:FALSE'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
      .concat(['-subj', `/CN=${host}`, '-keyout', key, '-out', file])
      .concat(about.flatMap((extension) => ['-addext', extension])),
    { stdio: 'ignore' },
  );
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}
