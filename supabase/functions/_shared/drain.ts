import type { ClaimedMail } from './claimed-mail.ts';
import type { SiteFacts } from './settings.ts';
import { sanitizeLine } from './text.ts';

const LONGEST = 200;

interface KnownError {
  /** Nodemailer and Node set it, such as `ECONNREFUSED` or `EAUTH`. */
  readonly code?: unknown;
  readonly message?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  /** A host with several addresses has the error of each. */
  readonly errors?: unknown;
}

interface DeliveryFailure {
  /** The log and `status` show it: it quotes the server, and contains no visitor's text. */
  readonly reason: string;
  /** The recipient does not exist: another attempt would fail too. */
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

/** Only the refusal of a recipient that does not exist is final: relays refuse a sender at RCPT TO with 5xx too. */
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

/** Each query is a transaction of its own. */
export interface Queryable {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** The queue of mails. Every call rejects when the database cannot be reached. */
interface Outbox {
  /** Claims a due mail for two minutes; null when none is due. */
  claim(): Promise<ClaimedMail | null>;
  sent(id: string): Promise<void>;
  /** Makes the mail due again later, or gives it up. */
  failed(id: string, failure: DeliveryFailure): Promise<void>;
}

export function openOutbox(database: Queryable): Outbox {
  return {
    claim: async () => {
      const [mail] = await database.query<ClaimedMail>('select * from private.claim_mail()');
      return mail ?? null;
    },
    sent: async (id) => {
      await database.query('select private.mail_sent($1)', [id]);
    },
    failed: async (id, { reason, isFinal, isOurs }) => {
      await database.query('select private.mail_failed($1, $2, $3, $4)', [id, reason, isFinal, isOurs]);
    },
  };
}

/** Sends or stores one mail. It must stop when `signal` is aborted. */
export type Deliver = (mail: ClaimedMail, signal: AbortSignal) => Promise<void>;

/**
 * Stores the facts that the database needs: the link of the video call, which confirmed visitors read, and, if the facts
 * have them, the hours of the day, whether visitors get mails, and the prices of requests from now on.
 */
export async function storeFacts(
  database: Queryable,
  { prices, videoLink, visitorMails, hours }: SiteFacts,
): Promise<void> {
  await database.query('select private.set_video_link($1)', [videoLink ?? null]);
  if (hours) await database.query('select private.set_day_hours($1)', [`${hours.from}–${hours.to}`]);
  if (visitorMails !== undefined) await database.query('select private.set_visitor_mails($1)', [visitorMails]);
  if (!prices) return;
  const cents = [prices.standard, prices.funded].map((euros) => euros * 100);
  await database.query('select private.set_prices($1, $2)', cents);
}

interface DrainOptions {
  /** Time-out of one delivery. Keep it well below the lease: when the lease ends, another worker sends the mail too. */
  readonly deliveryMs: number;
  /** Called before each claim; true ends the drain. */
  readonly isOver?: () => boolean;
}

export interface DrainResult {
  readonly sent: number;
  readonly failed: number;
  readonly lastReason: string | null;
}

/** Words a reason for the log. */
export const undelivered = (reason: string) =>
  `Mails were not sent, and will be tried again for two days, unless their recipient does not exist (${reason}).`;

/**
 * Delivers all due mails, one after the other. Puts failed ones back, except those whose recipient does not exist.
 * @throws when the database cannot be reached; the current mail is then sent again when its lease ends
 */
export async function drain(outbox: Outbox, deliver: Deliver, options: DrainOptions): Promise<DrainResult> {
  let drained: DrainResult = { sent: 0, failed: 0, lastReason: null };
  while (!options.isOver?.()) {
    const mail = await outbox.claim();
    if (!mail) break;
    const failure = await tryToDeliver(mail, deliver, options.deliveryMs);
    if (failure === null) {
      await outbox.sent(mail.id);
      drained = { ...drained, sent: drained.sent + 1 };
    } else {
      await outbox.failed(mail.id, failure);
      drained = { ...drained, failed: drained.failed + 1, lastReason: failure.reason };
    }
  }
  return drained;
}

async function tryToDeliver(mail: ClaimedMail, deliver: Deliver, deliveryMs: number): Promise<DeliveryFailure | null> {
  const deadline = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<DeliveryFailure>((resolve) => {
    timer = setTimeout(() => {
      resolve({ reason: `Not done after ${deliveryMs / 1000} s`, isFinal: false, isOurs: true });
      deadline.abort();
    }, deliveryMs);
  });
  const delivered = Promise.resolve().then(() => deliver(mail, deadline.signal));
  const outcome = await Promise.race([delivered.then(() => null, deliveryFailure), tooLate]);
  clearTimeout(timer);
  return outcome;
}
