import type { FailuresFound } from '@site/server/failures/failures';
import { truncate } from '@site/terminal/terminal-text';

const LONGEST_REASON = 200;

/** Why mails of the site fail, and what to do. Empty when none does. */
export function describeMails(mails: FailuresFound['mails']): string[] {
  if (!mails) return [];
  const reason = truncate(mails.lastError, LONGEST_REASON);
  return [
    `Mails that could not be sent: ${mails.unsent} (${reason}). Each is tried for two days. What to correct: docs/host-one-machine.md, "Mails"; then "npx pnpm inbox resend".`,
  ];
}
