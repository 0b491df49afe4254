import type { DrainSite } from '../support/drain-sites';
import { type Behaviour, never } from '../support/mail-server';
import { contact } from '../support/rows';
import { until } from '../support/until';
import { visitor } from '../support/visitor';

interface Row {
  readonly attempts: number;
  readonly error: string;
  readonly wait: number;
  readonly messageId: string;
  readonly isGivenUp: boolean;
}

const ROW = `
  select attempts, last_error as error, round(extract(epoch from not_before - now()) / 60)::integer as wait,
    message_id as "messageId", given_up_at is not null as "isGivenUp"
  from private.outbox where kind = 'contact' and claimed_until is null and attempts >= $1`;

/** Retries of a mail that cannot be sent. */
export function describeDrainFailures(site: () => DrainSite): void {
  const query = <Found>(text: string, values?: unknown[]) => site().backend.owner.query<Found>(text, values);
  const failed = (attempts: number) =>
    until(async () => {
      await site().pump();
      return (await query<Row>(ROW, [attempts]))[0];
    });
  const retryNow = () => query('update private.outbox set not_before = now()');
  const goes = async (messageId: string) => {
    await retryNow();
    const { received } = site().server;
    await until(async () => {
      await site().pump();
      return received.length > 0;
    });
    expect(received.map((mail) => mail.messageId)).toEqual([`<${messageId}@exemple.fr>`]);
  };

  beforeEach(async () => {
    site().server.behave({});
    await query('delete from private.outbox');
    site().server.received.length = 0;
  });

  const quoting = { text: `Refused ${contact.message} of ${contact.email}` };
  const refusals: [string, Behaviour, RegExp][] = [
    ['450 for the recipient', { rcpt: { code: 450, text: 'Busy, come later' } }, /^EENVELOPE at RCPT TO: .*450 Busy/],
    ['451 for the message', { data: { code: 451, ...quoting } }, /^EMESSAGE at DATA: 451$/],
    ['554 for the message', { data: { code: 554, ...quoting } }, /^EMESSAGE at DATA: 554$/],
  ];
  test.each(refusals)('after the answer %s the same mail is sent again later', async (_, behaviour, reason) => {
    site().server.behave(behaviour);
    await visitor(site().backend).post('contacts', contact);
    const row = await failed(1);
    expect(row).toMatchObject({ attempts: 1, wait: 1, isGivenUp: false });
    expect(row.error).toMatch(reason);
    site().server.behave({});
    await goes(row.messageId);
  });

  test.each([550, 551, 553, 554])(
    'after the answer %i for the recipient the mail is given up at once',
    async (code) => {
      site().server.behave({ rcpt: { code, text: 'No such user' } });
      await visitor(site().backend).post('contacts', contact);
      const row = await failed(1);
      expect(row).toMatchObject({ attempts: 1, isGivenUp: true });
      expect(row.error).toMatch(new RegExp(`^EENVELOPE at RCPT TO: .*${code} No such`));
      site().server.behave({});
      await retryNow();
      await site().pump();
      expect(site().server.received).toEqual([]);
    },
  );

  test('a mail server that never answers is abandoned after the time-out', async () => {
    site().server.behave({ before: never });
    await visitor(site().backend).post('contacts', contact);
    const row = await failed(1);
    expect(row).toMatchObject({ wait: 1, error: 'Not done after 10 s' });
    site().server.behave({});
    await goes(row.messageId);
  });

  test('mails are sent once an unreachable mail server is back', async () => {
    await site().server.close();
    await visitor(site().backend).post('contacts', contact);
    const row = await failed(1);
    expect(row).toMatchObject({ wait: 1 });
    expect(row.error).toMatch(/ECONNREFUSED/);
    await site().server.reopen();
    await goes(row.messageId);
  });

  test('each failure doubles the wait up to an hour, and the mail is given up two days after its first attempt', async () => {
    site().server.behave({ rcpt: { code: 450, text: 'Busy' } });
    await visitor(site().backend).post('contacts', contact);
    const waits = [(await failed(1)).wait];
    for (const attempts of [2, 3]) {
      await retryNow();
      waits.push((await failed(attempts)).wait);
    }
    expect(waits).toEqual([1, 2, 4]);
    await query('update private.outbox set not_before = now(), attempts = 9');
    expect(await failed(10)).toMatchObject({ wait: 60, isGivenUp: false });

    await query(
      "update private.outbox set not_before = now(), first_tried_at = now() - interval '2 days', attempts = 30",
    );
    expect(await failed(31)).toMatchObject({ isGivenUp: true });
    site().server.behave({});
    await retryNow();
    await site().pump();
    expect(site().server.received).toEqual([]);
  });

  test('mails that cannot be sent are told in one mail a day', async () => {
    site().server.behave({ rcpt: { code: 450, text: 'Busy' } });
    const by = visitor(site().backend);
    await Promise.all([1, 2, 3].map(() => by.post('contacts', contact)));
    await until(async () => {
      await site().pump();
      return (await query<Row>(ROW, [1])).length === 3;
    });
    const ask = () => query('select private.queue_concerns()');
    const alerts = async (count: number) => {
      await until(async () => {
        await site().pump();
        return (
          (await query("select from private.outbox where kind = 'concerns' and sent_at is not null")).length >= count
        );
      });
      return site().server.received.map(({ subject }) => subject);
    };
    site().server.behave({});
    await ask();
    await ask();
    const alert = 'Alerte\u00a0: 3 mails non envoyés';
    expect(await alerts(1)).toEqual([alert]);
    await ask();
    await query(
      "update private.outbox set created_at = created_at - interval '1 day', sent_at = sent_at - interval '1 day' where kind = 'concerns'",
    );
    await ask();
    expect(await alerts(2)).toEqual([alert, alert]);
  });
}
