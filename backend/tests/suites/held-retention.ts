import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailFolderOf } from '../../src/worker/mail-files';
import type { TestBackend } from '../support/backend';
import { startChores } from '../support/chores';
import { outboxOf } from '../support/outbox';
import { ownerCalls } from '../support/owner-calls';

interface Outcome {
  readonly removed: { readonly requests: number; readonly mails: number; readonly incidents: number };
  readonly held: Readonly<Record<string, unknown>> | null;
}

/** Retention runs that wait for the owner's confirmation. */
export function describeHeldRetention(backend: () => TestBackend): void {
  const { query, quiet, claim } = outboxOf(backend);
  const run = async (confirmed = false) => {
    const [row] = await query<{ outcome: Outcome }>('select private.apply_retention($1) as outcome', [confirmed]);
    return row?.outcome;
  };
  const add = (count: number, age: string) =>
    query(
      `insert into public.contacts (prenom, nom, email, telephone, created_at)
       select 'Camille', 'Durand', gen_random_uuid() || '@held.fr', '0612345678', now() - $2::interval
       from generate_series(1, $1)`,
      [count, age],
    );
  const kept = async () => (await query('select from public.contacts')).length;
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
  const heldMails = async () => {
    await query('select private.queue_concerns()');
    return query("select from private.outbox where kind = 'concerns'");
  };

  beforeEach(quiet);
  beforeEach(() =>
    backend().owner.script(
      'delete from public.contacts; delete from public.reservations; delete from private.erased_requests',
    ),
  );
  beforeEach(() =>
    query(
      'update private.retention_state set last_run_at = now(), seen_at = now(), held_at = null, held_reason = null',
    ),
  );

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

  test('a held run can be confirmed, removes everything that is due, and only then', async () => {
    const confirm = async (seen?: number) =>
      (await query<{ run: Outcome | null }>('select private.confirm_retention($1) as run', [seen]))[0]?.run;
    await add(15, '4 years');
    expect(await confirm()).toBeNull();
    expect(await kept()).toBe(15);
    await run();
    await expect(confirm(14)).rejects.toMatchObject({ code: 'PGRST' });
    expect(await confirm(15)).toMatchObject({ removed: { requests: 15 }, held: null });
    expect(await kept()).toBe(0);
    expect(await query('select private.held_retention() as held')).toEqual([{ held: null }]);
  });

  test('a held retention run causes one mail, and none when it is no longer held', async () => {
    await add(11, '4 years');
    await run();
    await run();
    expect(await heldMails()).toHaveLength(1);
    expect(await claim()).toMatchObject({
      kind: 'concerns',
      detail: {
        concerns: [
          { kind: 'retention', isUrgent: true, requests: 11, total: 11, reason: 'share' },
          { kind: 'requests' },
        ],
      },
    });
    expect(await claim()).toBeUndefined();

    await query('update private.outbox set claimed_until = now()');
    await run(true);
    expect(await claim()).toBeUndefined();
    expect(await query('select from private.outbox')).toEqual([]);
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

  test('the owner sees a held run, confirms what they saw, and the worker removes the rest of it', async () => {
    const owner = await ownerCalls(backend());
    await add(11, '4 years');
    expect(await owner.call('confirm_retention', { requests: 11 })).toMatchObject({ status: 409 });
    await run();
    const seen = { kind: 'retention', isUrgent: true, requests: 11, total: 11, resumesAt: expect.stringMatching(/Z$/) };
    expect(await owner.read('health')).toMatchObject({
      retention: { requests: 11, total: 11 },
      concerns: expect.arrayContaining([expect.objectContaining(seen)]),
    });
    expect(await owner.call('confirm_retention', { requests: 10 })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE' },
    });
    expect(await owner.read('confirm_retention', { requests: 11 })).toMatchObject({ requests: 11 });
    expect(await owner.read('health')).toMatchObject({ retention: null });
    expect(await query('select from private.erased_requests')).toHaveLength(11);
  });

  test('hashed addresses are removed while a retention run is held', async () => {
    await add(11, '4 years');
    await query(
      "insert into private.submissions (address_hash, created_at) values ('held', now() - interval '24 hours')",
    );
    expect(await run()).toMatchObject({ held: { requests: 11 } });
    expect(await query("select from private.submissions where address_hash = 'held'")).toEqual([]);
  });

  test('two runs at once remove and count each request once', async () => {
    await add(99, '1 day');
    await add(4, '4 years');
    const outcomes = await Promise.all([run(), run()]);
    expect(outcomes.map((outcome) => outcome?.removed.requests).sort()).toEqual([0, 4]);
  });

  test('the worker keeps the mail files while a run is held, and logs what it removes afterwards', async () => {
    const folder = mailFolderOf(backend().dataDir);
    const thisYear = new Date().getUTCFullYear();
    const [old, recent] = [4, 2].map((years) => `${thisYear - years}0101T000000Z-contact-1-1.eml`) as [string, string];
    mkdirSync(folder, { recursive: true });
    for (const name of [old, recent]) writeFileSync(join(folder, name), '');
    const startAfterAnHour = async () => {
      await query('update private.retention_state set looked_at = null');
      const chores = startChores(backend());
      await chores.run();
      return chores;
    };

    await add(11, '4 years');
    await add(9, '1 day');
    const held = await startAfterAnHour();
    expect(held.printed).toEqual([expect.stringMatching(/^Retention waits .* would remove 11 of 20 requests /)]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([old, recent]));

    await add(90, '1 day');
    const done = await startAfterAnHour();
    expect(done.printed).toEqual([expect.stringMatching(/^Retention removed 11 requests, .* and 1 mail file\.$/)]);
    expect(readdirSync(folder)).not.toContain(old);
    expect(readdirSync(folder)).toContain(recent);
  });
}
