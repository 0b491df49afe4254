import type { Database } from '../../src/database/database';

/** Raises the limits, because a test run exceeds them. Tests of a limit set it themselves. */
export async function raiseLimits(owner: Database): Promise<void> {
  await owner.query('update private.settings set total_per_hour = 100000, mails_per_hour = 100000');
}
