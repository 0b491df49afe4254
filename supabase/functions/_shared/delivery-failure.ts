import { sanitizeLine } from './text.ts';

const LONGEST = 200;

interface KnownError {
  /** The code of Nodemailer or Node, such as `ECONNREFUSED` or `EAUTH`. */
  readonly code?: unknown;
  readonly message?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  /** A host with several addresses has the error of each. */
  readonly errors?: unknown;
}

export interface DeliveryFailure {
  /** The reason that the log and `status` show. It quotes the server and contains no visitor's text. */
  readonly reason: string;
  /** The recipient does not exist: another try would fail too. */
  readonly isFinal: boolean;
  /** About the site or its mail server, not about this recipient. */
  readonly isOurs: boolean;
}

// RFC 3463 and servers without its codes answer so for an address that does not exist or takes no mails.
const NO_SUCH_RECIPIENT = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
const BARE_NO_SUCH_RECIPIENT = new Set(['550', '551', '553']);

// The server has received neither the password nor a visitor's text up to these commands.
const EARLY_COMMANDS = new Set(['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO']);

/**
 * The reason of a failed delivery in one line, for the database and the log. It contains no password and no visitor's
 * text: an answer that may quote them is reduced to its status codes.
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

/** Final only when the recipient does not exist: relays also refuse a sender at RCPT TO with 5xx. */
export function deliveryFailure(thrown: unknown): DeliveryFailure {
  const { command, response } = (thrown ?? {}) as KnownError;
  const [basic = '', enhanced] = command === 'RCPT TO' ? statusOf(String(response)).split(' ') : [];
  const isFinal = enhanced ? NO_SUCH_RECIPIENT.has(enhanced) : BARE_NO_SUCH_RECIPIENT.has(basic);
  const isTheirs = basic.startsWith('4') || enhanced === '5.2.2' || (basic === '552' && !enhanced);
  return { reason: failureReason(thrown), isFinal, isOurs: !isFinal && !isTheirs };
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
