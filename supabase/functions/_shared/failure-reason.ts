const LONGEST = 200;

/** Properties that nodemailer and Node add to an error. */
interface KnownError {
  /** Such as `ECONNREFUSED` or `EAUTH`. */
  readonly code?: unknown;
  readonly message?: unknown;
  /** The SMTP command that failed. */
  readonly command?: unknown;
  /** The server's answer. */
  readonly response?: unknown;
  /** For a host with several addresses: the error of each. */
  readonly errors?: unknown;
}

// Before these the server has received neither the password nor any text of a visitor.
const EARLY_COMMANDS = new Set(['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO']);

/**
 * Why a delivery failed, in one line for the database and the log. It contains no password and no text of a visitor: of
 * an answer that may quote one, only the status codes are kept.
 */
export function failureReason(thrown: unknown): string {
  const { code, command, response } = (thrown ?? {}) as KnownError;
  if (typeof code !== 'string') return thrown instanceof Error ? thrown.name : 'Unknown error';
  const where = typeof command === 'string' ? ` at ${command}` : '';
  const mayQuote = typeof response === 'string' && !(typeof command === 'string' && EARLY_COMMANDS.has(command));
  const words = mayQuote ? statusOf(response) : oneLine(messageOf(thrown));
  const isSaid = where === '' && words.startsWith(code);
  return (isSaid ? words : `${code}${where}: ${words}`).slice(0, LONGEST);
}

/** Some errors are lists without a message of their own. */
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

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
