import { connect } from '../../src/database/postgres';
import type { TestBackend } from '../support/backend';
import { retentionOf } from '../support/retention';

/** Retention runs that wait, and resume by themselves. */
export function describeHeldRetention(backend: () => TestBackend): void {
  const { query, run, add, kept, heldMails, reset } = retentionOf(backend);
  /** Simulates a clock that is set ahead: moves all stored times back. */
  const putClockAhead = async (time: string) => {
    await query('update public.contacts set created_at = created_at - $1::interval', [time]);
    await query(
      'update private.retention_state set last_run_at = last_run_at - $1::interval, seen_at = seen_at - $1::interval, held_at = held_at - $1::interval',
      [time],
    );
  };
  /** Lets time pass for retention only. */
  const wait = (time: string) =>
    query(
      `update private.retention_state set held_at = held_at - $1::interval, last_run_at = last_run_at - $1::interval,
         seen_at = case when $1::interval > '1 month' then seen_at - $1::interval else seen_at end`,
      [time],
    );

  beforeEach(reset);

  test('a small site loses the requests that are due, however large their share is', async () => {
    await add(1, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
    await add(10, '4 years');
    await add(2, '1 day');
    expect(await run()).toMatchObject({ removed: { requests: 10 }, held: null });
    expect(await kept()).toBe(2);
  });

  test('more than ten requests and a tenth are held for a day, then removed by tenths, the oldest first', async () => {
    await add(105, '1 day');
    await add(15, '4 years');
    await add(3, '5 years');
    expect(await run()).toMatchObject({
      removed: { requests: 0, mails: 0 },
      held: { requests: 18, total: 123, reason: 'share', since: expect.stringMatching(/Z$/) },
    });
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 18 } });
    await wait('23 hours');
    expect(await run()).toMatchObject({ removed: { requests: 0 } });
    await wait('2 hours');
    expect(await heldMails()).toHaveLength(1);
    expect(await run()).toMatchObject({ removed: { requests: 12 }, held: null });
    expect(await query("select from public.contacts where created_at < now() - interval '5 years'")).toEqual([]);
    expect(await run()).toMatchObject({ removed: { requests: 6 }, held: null });
    expect(await kept()).toBe(105);
  });

  test('a clock four years ahead removes nothing, and retention continues once it is corrected', async () => {
    await add(7, '1 day');
    await add(1, '1 hour');
    await putClockAhead('4 years');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 8, reason: 'clock' } });
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 8 } });
    await putClockAhead('-4 years');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: null });
    expect(await kept()).toBe(8);
  });

  test('times that a clock four years ahead has left behind hold no run of the corrected clock', async () => {
    await query(
      `update private.retention_state set held_reason = 'clock', held_at = now() + interval '4 years',
         last_run_at = now() + interval '4 years', seen_at = now() + interval '4 years'`,
    );
    await add(12, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 10 }, held: null });
    expect(await run()).toMatchObject({ removed: { requests: 2 }, held: null });
  });

  test.each(['25 hours', '29 days'])(
    'after %s without a run, what is due is removed at once, by tenths',
    async (gap) => {
      await add(99, '1 day');
      await add(12, '4 years');
      await query(
        'update private.retention_state set last_run_at = now() - $1::interval, seen_at = now() - $1::interval',
        [gap],
      );
      expect(await run()).toMatchObject({ removed: { requests: 11 }, held: null });
      expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
    },
  );

  test.each([
    ['after two months without a run', "now() - interval '2 months'"],
    ['after a restore', 'null'],
  ])('%s, a removal is held for a week, then resumes by itself', async (_, seenAt) => {
    await add(99, '1 day');
    await add(1, '4 years');
    await query(`update private.retention_state set last_run_at = ${seenAt}, seen_at = ${seenAt}`);
    const held = { requests: 1, reason: 'clock', resumesAt: expect.stringMatching(/Z$/) };
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held });
    expect(await heldMails()).toHaveLength(0);
    await wait('6 days');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held });
    expect(await heldMails()).toHaveLength(1);
    await wait('25 hours');
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
  });

  test('a clock that jumps while a run is held starts the wait anew', async () => {
    await add(1, '4 years');
    await query("update private.retention_state set seen_at = now() - interval '2 months'");
    await run();
    await wait('2 years');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 1, reason: 'clock' } });
  });

  test('nothing is held after months without a run when nothing is due', async () => {
    await add(3, '1 day');
    await query("update private.retention_state set seen_at = now() - interval '9 months'");
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: null });
    await add(1, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
  });

  test('two runs at once remove and count each request once', async () => {
    await add(99, '1 day');
    await add(4, '4 years');
    const other = await connect({ connectionString: backend().env.DATABASE_URL ?? '' });
    const outcomes = await Promise.all([run(), run(false, other)]).finally(other.close);
    expect(outcomes.map((outcome) => outcome?.removed.requests).sort()).toEqual([0, 4]);
  });
}
