import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailFolderOf } from '../../src/worker/mail-files';
import { startChores } from '../support/chores';
import type { TestBackend } from '../support/engines';
import { outboxOf } from '../support/outbox';

interface Outcome {
  readonly removed: { readonly requests: number; readonly mails: number; readonly incidents: number };
  readonly held: Readonly<Record<string, unknown>> | null;
}

/** Retention runs that wait for the owner's confirmation. */
export function describeHeldRetention(backend: () => TestBackend): void {
  const { query, empty, claim } = outboxOf(backend);
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
    await query('update private.retention_state set last_run_at = last_run_at - $1::interval', [time]);
  };

  beforeEach(empty);
  beforeEach(() => backend().owner.script('delete from public.contacts; delete from public.reservations'));
  beforeEach(() => query('update private.retention_state set last_run_at = now(), held_at = null, held_reason = null'));

  test('retention removes up to a tenth of the requests at once, and is held above that', async () => {
    await add(90, '1 day');
    await add(10, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 10 }, held: null });
    await add(11, '4 years');
    expect(await run()).toMatchObject({
      removed: { requests: 0, mails: 0 },
      held: { requests: 11, total: 101, reason: 'share', since: expect.stringMatching(/Z$/) },
    });
    expect(await kept()).toBe(101);
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 11 } });

    expect(await run(true)).toMatchObject({ removed: { requests: 11 }, held: null });
    expect(await kept()).toBe(90);
    expect(await query('select private.held_retention() as held')).toEqual([{ held: null }]);
  });

  test('a held retention run causes one mail, and none when it is no longer held', async () => {
    await add(5, '4 years');
    await run();
    await run();
    expect(await query("select from private.outbox where kind = 'retention'")).toHaveLength(1);
    expect(await claim()).toMatchObject({ kind: 'retention', detail: { requests: 5, total: 5, reason: 'share' } });
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
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: { requests: 8 } });
    await putClockAhead('-4 years');
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: null });
    expect(await kept()).toBe(8);
  });

  test('any removal is held after more than a day without a run', async () => {
    await add(99, '1 day');
    await add(1, '4 years');
    await query("update private.retention_state set last_run_at = now() - interval '25 hours'");
    expect(await run()).toMatchObject({
      held: { requests: 1, reason: 'clock', lastRunAt: expect.stringMatching(/Z$/) },
    });
    expect(await run()).toMatchObject({ held: { requests: 1, reason: 'clock' } });
    expect(await run(true)).toMatchObject({ removed: { requests: 1 }, held: null });
    await add(1, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
  });

  test('nothing is held after days without a run when nothing is due', async () => {
    await add(3, '1 day');
    await query("update private.retention_state set last_run_at = now() - interval '9 days'");
    expect(await run()).toMatchObject({ removed: { requests: 0 }, held: null });
    await add(97, '1 day');
    await add(1, '4 years');
    expect(await run()).toMatchObject({ removed: { requests: 1 }, held: null });
  });

  test('hashed addresses are removed while a retention run is held', async () => {
    await add(1, '4 years');
    await query(
      "insert into private.submissions (address_hash, created_at) values ('held', now() - interval '24 hours')",
    );
    expect(await run()).toMatchObject({ held: { requests: 1 } });
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

    await add(2, '4 years');
    await add(9, '1 day');
    const held = await startAfterAnHour();
    expect(held.printed).toEqual([expect.stringMatching(/^Retention waits .* would remove 2 of 11 requests /)]);
    expect(held.onRemoved).not.toHaveBeenCalled();
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([old, recent]));

    await add(9, '1 day');
    const done = await startAfterAnHour();
    expect(done.printed).toEqual([expect.stringMatching(/^Retention removed 2 requests, .* and 1 mail file\.$/)]);
    expect(done.onRemoved).toHaveBeenCalledTimes(1);
    expect(readdirSync(folder)).not.toContain(old);
    expect(readdirSync(folder)).toContain(recent);
  });
}
