import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';

/** Mails about unsent mails. */
export function describeOutboxAlerts(backend: () => TestBackend): void {
  const { query, quiet, claim, sendContact } = outboxOf(backend);
  const queueAlert = () => query('select private.queue_concerns()');
  const alerts = () => query("select from private.outbox where kind = 'concerns'");
  beforeEach(quiet);

  test('one mail is queued at once when three mails wait after a failure', async () => {
    for (let time = 0; time < 3; time += 1) await sendContact();
    await queueAlert();
    expect(await alerts()).toHaveLength(0);
    await query(
      "update private.outbox set attempts = 1, last_error = 'refused', not_before = now() + interval '1 hour'",
    );
    await queueAlert();
    await queueAlert();
    expect(await alerts()).toHaveLength(1);
    expect(await claim()).toMatchObject({
      kind: 'concerns',
      detail: { concerns: [{ kind: 'unsent', isUrgent: true, count: 3, lastError: 'refused' }] },
    });
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
