import type { TestBackend } from '../support/backend';
import { until } from '../support/until';
import { describeBackupSchedule } from './backup-schedule';
import { describeConcerns } from './concerns';
import { describeConcernsMail } from './concerns-mail';

/** The daily backup, the disks of the servers, and the concerns that result from them. */
export function describeUpkeep(backend: () => TestBackend): void {
  const query = (text: string) => backend().owner.query(text);

  // The backend's own report is stored at its first look, and again ten minutes later.
  beforeAll(() => until(async () => (await query('select from private.servers')).length > 0));
  beforeEach(async () => {
    await query('delete from private.servers');
    await query(
      `update private.upkeep set since = '2026-11-01T12:00:00Z', last_at = null, claimed_until = null, failed_since = null,
         failure = null`,
    );
    await query('delete from public.contacts');
    await query('delete from public.reservations');
    await query('delete from private.outbox');
  });
  afterAll(() => query('update private.upkeep set since = now(), last_at = null, failed_since = null, failure = null'));

  describe('backups', () => describeBackupSchedule(backend));
  describe('concerns', () => describeConcerns(backend));
  describe('the mail of the morning', () => describeConcernsMail(backend));
}
