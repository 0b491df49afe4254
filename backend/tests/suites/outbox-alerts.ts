import type { TestBackend } from '../support/backend';
import { startChores } from '../support/chores';
import { outboxOf } from '../support/outbox';

/** Alerts about unsent mails. */
export function describeOutboxAlerts(backend: () => TestBackend): void {
  const { query, empty, claim, sendContact } = outboxOf(backend);
  const queueAlert = () => query('select private.queue_alert()');
  const alerts = () => query("select from private.outbox where kind = 'alert'");
  beforeEach(empty);
  beforeEach(() => query('delete from public.incidents'));

  test('one alert an hour is queued when three mails wait after a failure', async () => {
    for (let time = 0; time < 3; time += 1) await sendContact();
    await queueAlert();
    expect(await alerts()).toHaveLength(0);
    await query(
      "update private.outbox set attempts = 1, last_error = 'refused', not_before = now() + interval '1 hour'",
    );
    await Promise.all([queueAlert(), queueAlert()]);
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    const alert = await claim();
    expect(alert).toMatchObject({ kind: 'alert', detail: { unsent: 3, lastError: 'refused', incidents: [] } });

    const age = (column: string) =>
      query(`update private.outbox set ${column} = now() - interval '61 minutes' where kind = 'alert'`);
    await age('created_at');
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    await query('select private.mail_sent($1)', [alert?.id]);
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    await age('sent_at');
    await queueAlert();
    expect(await alerts()).toHaveLength(2);
  });

  test('a worker requests an alert when it starts', async () => {
    for (let time = 0; time < 3; time += 1) await sendContact();
    await query("update private.outbox set last_error = 'refused'");
    await startChores(backend()).run();
    expect(await alerts()).toHaveLength(1);
  });

  test('another alert is queued an hour after one was given up', async () => {
    for (let time = 0; time < 3; time += 1) await sendContact();
    await query("update private.outbox set last_error = 'refused'");
    await query(
      "insert into private.outbox (kind, created_at, given_up_at) values ('alert', now() - interval '3 days', now())",
    );
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    await query("update private.outbox set given_up_at = now() - interval '61 minutes' where kind = 'alert'");
    await queueAlert();
    expect(await alerts()).toHaveLength(2);
  });

  test('no alert is sent when the failed mails were sent in the meantime', async () => {
    await query("insert into private.outbox (kind) values ('alert')");
    expect(await claim()).toBeUndefined();
    expect(await alerts()).toHaveLength(0);
  });
}
