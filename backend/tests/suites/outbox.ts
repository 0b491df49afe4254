import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { contact } from '../support/rows';

/** How workers claim mails from the outbox. */
export function describeOutbox(backend: () => TestBackend): void {
  const { query, empty, claim, row, waitOf, sendContact } = outboxOf(backend);

  beforeEach(empty);

  test('a claimed contact message contains the whole request, and is not claimed again before its lease ends, nor once it is sent', async () => {
    const ref = await sendContact();
    const first = await claim();
    expect(first).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      kind: 'contact',
      messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      attempts: 1,
      detail: {
        kind: 'contact',
        id: ref,
        receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        name: 'Camille Durand',
        email: contact.email,
        phone: contact.telephone,
        message: contact.message,
        flagged: false,
      },
    });
    expect(await row(first?.id ?? '')).toMatchObject({ ref });
    expect(await claim()).toBeUndefined();

    await query("update private.outbox set claimed_until = claimed_until - interval '2 minutes'");
    expect(await claim()).toMatchObject({ id: first?.id, messageId: first?.messageId, attempts: 2 });
    await query('select private.mail_sent($1)', [first?.id]);
    await query("update private.outbox set claimed_until = now() - interval '1 day'");
    expect(await claim()).toBeUndefined();
  });

  test('the wait after a failure doubles up to an hour, and the mail is given up after two days', async () => {
    await sendContact();
    const waits: number[] = [];
    let id = '';
    for (let time = 0; time < 8; time += 1) {
      id = (await claim())?.id ?? '';
      await query('select private.mail_failed($1, $2)', [id, `refused ${time} ${'x'.repeat(600)}`]);
      waits.push(Math.round((await waitOf(id)) / 60));
      expect(await claim()).toBeUndefined();
      await query('update private.outbox set not_before = now()');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect((await row(id))?.last_error).toMatch(/^refused 7 x+$/);
    expect(String((await row(id))?.last_error)).toHaveLength(500);

    const triedFor = (time: string, attempts: number) =>
      query('update private.outbox set not_before = now(), first_tried_at = now() - $1::interval, attempts = $2', [
        time,
        attempts,
      ]);
    for (const [time, attempts] of [
      ['47 hours 59 minutes', 40],
      // The machine was off, and its network is not up yet.
      ['30 days', 18],
    ] as const) {
      await triedFor(time, attempts);
      await query('select private.mail_failed($1, $2)', [(await claim())?.id, 'away']);
      expect((await row(id))?.given_up_at).toBeNull();
    }
    await triedFor('48 hours', 19);
    await query('select private.mail_failed($1, $2)', [(await claim())?.id, 'away']);
    expect((await row(id))?.given_up_at).toBeInstanceOf(Date);
    await query('update private.outbox set not_before = now()');
    expect(await claim()).toBeUndefined();
  });

  test('a mail that fails does not delay others', async () => {
    await sendContact();
    const failing = await claim();
    await query('select private.mail_failed($1, $2)', [failing?.id, 'refused']);
    await query('update private.outbox set not_before = now()');
    await sendContact();
    expect((await claim())?.id).not.toBe(failing?.id);
    expect((await claim())?.id).toBe(failing?.id);
  });

  test('no mail is claimed for an erased request', async () => {
    const ref = await sendContact();
    await query('delete from public.contacts where id = $1', [ref]);
    expect(await claim()).toBeUndefined();
    expect(await query('select from private.outbox')).toEqual([]);
  });
}
