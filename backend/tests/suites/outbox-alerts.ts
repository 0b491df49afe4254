import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';

/** Mails about unsent mails. */
export function describeOutboxAlerts(backend: () => TestBackend): void {
  const { query, quiet, claim, sendContact } = outboxOf(backend);
  const queueAlert = () => query('select private.queue_concerns()');
  const alerts = () => query("select from private.outbox where kind = 'concerns'");
  beforeEach(quiet);

  test('a mail is queued at once when three mails wait after a failure, and the next one a day after it was sent', async () => {
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
    expect(alert).toMatchObject({
      kind: 'concerns',
      detail: { concerns: [{ kind: 'unsent', isUrgent: true, count: 3, lastError: 'refused' }] },
    });
    const passes = (time: string) =>
      query(
        "update private.outbox set created_at = created_at - $1::interval, sent_at = sent_at - $1::interval where kind = 'concerns'",
        [time],
      );
    await passes('2 days');
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    await query('select private.mail_sent($1)', [alert?.id]);
    await passes('23 hours');
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    await passes('61 minutes');
    await queueAlert();
    expect(await alerts()).toHaveLength(2);
  });

  test('another alert is queued an hour after one was given up', async () => {
    for (let time = 0; time < 3; time += 1) await sendContact();
    await query("update private.outbox set last_error = 'refused'");
    await query(
      "insert into private.outbox (kind, created_at, given_up_at) values ('concerns', now() - interval '3 days', now())",
    );
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    await query("update private.outbox set given_up_at = now() - interval '61 minutes' where kind = 'concerns'");
    await queueAlert();
    expect(await alerts()).toHaveLength(2);
  });
}
