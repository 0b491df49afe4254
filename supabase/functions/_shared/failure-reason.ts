const LONGEST = 200;

/** What nodemailer adds to an error, or Node to one of the system's. */
interface KnownError {
  /** Such as `ECONNREFUSED` or `EAUTH`. */
  code?: unknown;
  message?: unknown;
  /** The SMTP command that was under way. */
  command?: unknown;
  /** The server's own words. */
  response?: unknown;
  /** Of an address with several numbers: why each did not answer. */
  errors?: unknown;
}

// At these the server has seen neither the password nor anything of the visitor's.
const EARLY_COMMANDS = new Set(['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO']);

/**
 * Why a delivery failed, in one line that is kept in the database and logged. It holds no password and
 * nothing of a visitor's: of what a server may have quoted from them, only the status codes are kept.
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

/** Some errors are lists and say nothing themselves. */
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
