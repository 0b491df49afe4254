import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import type { Deliver } from '../drain.ts';
import { type MailSettings, SettingError } from '../settings.ts';
import { domainOf, writeMail } from './write-mail.ts';

// Limits for waiting without an answer. drain() limits the whole delivery.
const CONNECTION_MS = 15_000;
const GREETING_MS = 15_000;
const SILENCE_MS = 30_000;

const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;
/** Keeps nodemailer from loading a file or URL that a visitor's text names. */
export const textsOnly = { disableFileAccess: true, disableUrlAccess: true };

const LOCAL = new Set(['localhost', '127.0.0.1', '::1']);

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly secure: boolean;
  /** False only for a server on this machine. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

/**
 * Reads `smtps://user:password@host:465` or `smtp://user:password@host:587`; user and password are URL-encoded.
 * @throws SettingError
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

function wrong(): SettingError {
  return new SettingError(
    'SMTP_URL must look like smtps://user:password@smtp.example.com:465 or smtp://user:password@smtp.example.com:587, with user and password URL-encoded.',
  );
}

export function deliverBySmtp(server: SmtpServer, settings: MailSettings): Deliver {
  const transport = createTransport({ ...transportOptions(server), name: greetingName(settings) });
  return async (mail, signal) => {
    await transport.sendMail({ ...writeMail(mail, settings), signal });
  };
}

/** The name in EHLO. nodemailer's own is an address for a host without a domain, which strict relays refuse. */
function greetingName({ origin, from }: MailSettings): string {
  const host = URL.canParse(origin) ? new URL(origin).hostname : '';
  return /\.[a-z][a-z0-9-]*$/.test(host) ? host : domainOf(from);
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
