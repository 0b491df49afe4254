/**
 * Names an automatic rollback: in the log, in holds and as `who` of a change. Stored and sent names keep an earlier
 * wording: this one, the verdicts `returned` and `not-returned`, and the webhook's `release.returned`.
 */
export const AUTO_ROLLBACK = 'guard';

const RESERVED = [AUTO_ROLLBACK, 'owner', 'site', 'system', 'terminal', 'unknown', 'visitor'];
const UNSEEN = /[\p{Cf}\p{DI}\s]/gu;

/** Whether the log would show this name as the site itself; invisible marks do not count. */
export const isReservedName = (name: string): boolean =>
  RESERVED.includes(name.normalize('NFKC').replace(UNSEEN, '').toLowerCase());
