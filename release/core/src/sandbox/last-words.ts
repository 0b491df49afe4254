import { sanitizeForTerminal, truncate } from '@site/terminal/terminal-text';

const LONGEST = 200;

/** What a process wrote before it ended: V8 puts the cause of a crash before a stack trace. Empty without any text. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => /\w/.test(line));
  const cause = lines.find((line) => /fatal|error/i.test(line)) ?? lines.at(-1) ?? '';
  return truncate(sanitizeForTerminal(cause.replace(/^#/, '').trim()), LONGEST);
}
