import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import { composeMail, type MailSettings } from './compose-mail.ts';
import type { Deliver } from './drain.ts';
import { MailSetupError } from './mail-setup-error.ts';

// Each is silence, not the whole of a slow delivery: that has its own limit in drain().
const CONNECTION_MS = 15_000;
const GREETING_MS = 15_000;
const SILENCE_MS = 30_000;

const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;
/** What a mail holds comes from visitors: it may name no file and no address to be loaded into it. */
export const textsOnly = { disableFileAccess: true, disableUrlAccess: true };

const LOCAL = new Set(['localhost', '127.0.0.1', '::1']);

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean;
  /** A server on this machine may do without TLS; any other may not. */
  requireTLS: boolean;
  auth?: { user: string; pass: string };
}

/**
 * Reads `smtps://user:password@host:465` or `smtp://user:password@host:587`; user and password are URL-encoded.
 * @throws MailSetupError
 */
export function readSmtpUrl(given: string): SmtpServer {
  const url = URL.canParse(given) ? new URL(given) : null;
  const secure = url?.protocol === 'smtps:';
  const isPlain = url?.pathname === '' || url?.pathname === '/';
  if (!url || !(secure || url.protocol === 'smtp:') || !url.hostname || !isPlain || url.search || url.hash) {
    throw wrong();
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port ? Number(url.port) : secure ? SMTPS_PORT : SUBMISSION_PORT;
  const server = { host, port, secure, requireTLS: !secure && !LOCAL.has(host) };
  const auth = { user: decoded(url.username), pass: decoded(url.password) };
  return auth.user || auth.pass ? { ...server, auth } : server;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong();
  }
}

function wrong(): MailSetupError {
  return new MailSetupError(
    'SMTP_URL must look like smtps://user:password@smtp.example.com:465 or smtp://user:password@smtp.example.com:587, with user and password URL-encoded.',
  );
}

/** Sends each mail through `server`, over a connection of its own. */
export function deliverBySmtp(server: SmtpServer, settings: MailSettings): Deliver {
  const transport = createTransport(transportOptions(server));
  return async (mail, signal) => {
    await transport.sendMail({ ...composeMail(mail, settings), signal });
  };
}

function transportOptions(server: SmtpServer): SMTPTransportOptions {
  return {
    ...server,
    ...textsOnly,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
  };
}
