import { sanitizeLine } from './sanitize-text.ts';

const LONGEST = 200;

interface KnownError {
  /** Set by nodemailer and Node, such as `ECONNREFUSED` or `EAUTH`. */
  readonly code?: unknown;
  readonly message?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  /** For a host with several addresses: the error of each. */
  readonly errors?: unknown;
}

export interface DeliveryFailure {
  /** Shown to the owner; contains no visitor's text. */
  readonly reason: string;
  /** Another attempt would fail too. */
  readonly isFinal: boolean;
}

// Up to these commands the server has received neither the password nor a visitor's text.
const EARLY_COMMANDS = new Set(['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO']);

/**
 * The reason of a failed delivery, as one line for the database and the log. It contains no password and no visitor's
 * text: of an answer that may quote them, only the status codes are kept.
 */
export function failureReason(thrown: unknown): string {
  const { code, command, response } = (thrown ?? {}) as KnownError;
  if (typeof code !== 'string') return thrown instanceof Error ? thrown.name : 'Unknown error';
  const where = typeof command === 'string' ? ` at ${command}` : '';
  const mayQuote = typeof response === 'string' && !(typeof command === 'string' && EARLY_COMMANDS.has(command));
  const words = mayQuote ? statusOf(response) : sanitizeLine(messageOf(thrown));
  const isSaid = where === '' && words.startsWith(code);
  return (isSaid ? words : `${code}${where}: ${words}`).slice(0, LONGEST);
}

/** Whether the mail server refused the recipient permanently (RFC 5321, 4.2.1). Its other refusals may be about us. */
export function isRecipientRefused(thrown: unknown): boolean {
  const { command, responseCode } = (thrown ?? {}) as KnownError;
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
}

/** An AggregateError may have no message of its own. */
function messageOf(thrown: unknown): string {
  const { message, errors } = (thrown ?? {}) as KnownError;
  if (typeof message === 'string' && message !== '') return message;
  return Array.isArray(errors) && errors.length > 0 ? messageOf(errors.at(-1)) : '';
}

/** `550-5.7.1 Refused …` → `550 5.7.1`. */
function statusOf(response: string): string {
  const [, basic = '', enhanced = ''] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})?)?/.exec(response) ?? [];
  return `${basic} ${enhanced}`.trim();
}
