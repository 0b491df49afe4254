import type { TestBackend } from '../support/backend';
import type { Claim } from '../support/outbox';
import { parisDay } from '../support/rows';
import { madeBackup, upkeepOf } from '../support/upkeep';

/** The mail of the morning, which lists the concerns. */
export function describeConcernsMail(backend: () => TestBackend): void {
  const { query, report } = upkeepOf(backend);
  const remind = (at: string) => query('select private.queue_concerns($1)', [at]);
  const reminders = () => query<{ id: string }>("select id from private.outbox where kind = 'concerns'");
  const claimed = async () => (await query<Claim>('select * from private.claim_mail()'))[0];
  const addOld = () =>
    query(
      `insert into public.reservations (name, email, created_at) values ('A', 'a@exemple.fr', '2026-01-02T09:00:00Z')`,
    );

  beforeEach(() => query('update private.upkeep set reminded_at = $1', [`${parisDay(-3)}T12:00:00Z`]));

  test('is queued once a day from seven in Paris on, whatever the number of servers, and lists the concerns', async () => {
    await addOld();
    // Before seven in summer and in winter, and after it.
    await query('update private.upkeep set reminded_at = $1', [`${parisDay(-1)}T12:00:00Z`]);
    await remind(`${parisDay(0)}T04:59:00Z`);
    expect(await reminders()).toEqual([]);
    await remind(`${parisDay(0)}T06:00:00Z`);
    await remind(`${parisDay(0)}T06:10:00Z`);
    expect(await reminders()).toHaveLength(1);
    expect(await claimed()).toMatchObject({
      kind: 'concerns',
      detail: { concerns: [{ kind: 'requests', count: 1, oldestAt: '2026-01-02T09:00:00Z' }] },
    });
  });

  test('is not queued when all is well, nor later that day', async () => {
    await remind(`${parisDay(0)}T06:00:00Z`);
    await addOld();
    await remind(`${parisDay(0)}T16:00:00Z`);
    expect(await reminders()).toEqual([]);
    await remind(`${parisDay(1)}T06:00:00Z`);
    expect(await reminders()).toHaveLength(1);
  });

  test('is dropped when all is well by the time it is claimed', async () => {
    await addOld();
    await remind(`${parisDay(0)}T06:00:00Z`);
    await query("update public.reservations set status = 'confirmee'");
    expect(await claimed()).toBeUndefined();
    expect(await reminders()).toEqual([]);
  });

  test('is not queued while the previous one is unsent', async () => {
    await addOld();
    await remind(`${parisDay(-1)}T06:00:00Z`);
    await remind(`${parisDay(0)}T06:00:00Z`);
    expect(await reminders()).toHaveLength(1);
  });

  test('is not queued for what was told within the day, and what is urgent does not wait for it', async () => {
    const send = async () => {
      const mail = await claimed();
      await query('select private.mail_sent($1)', [mail?.id]);
      return (mail?.detail.concerns as { kind: string }[] | undefined)?.map(({ kind }) => kind);
    };
    await query('update private.upkeep set reminded_at = now()');
    await addOld();
    const now = new Date().toISOString();
    await remind(now);
    expect(await reminders()).toEqual([]);
    await query('select private.backup_made($1)', [JSON.stringify(madeBackup)]);
    await report({ freeBytes: 1 });
    await remind(now);
    expect(await send()).toEqual(['disk', 'requests']);
    await remind(now);
    await query("update private.upkeep set reminded_at = now() - interval '2 days'");
    await remind(now);
    expect(await reminders()).toHaveLength(1);
    await query("update private.outbox set sent_at = sent_at - interval '21 hours' where kind = 'concerns'");
    await query("update private.upkeep set reminded_at = now() - interval '2 days'");
    await remind(now);
    expect(await send()).toEqual(['disk', 'requests']);
  });
}
