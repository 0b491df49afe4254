import { type DrainSite, forgetMails } from '../support/drain-sites';
import { type Behaviour, never } from '../support/mail-server';
import { contact } from '../support/rows';
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
  from private.outbox where kind = 'contact' and claimed_until is null`;

/** Retries of a mail that cannot be sent. */
export function describeDrainFailures(site: () => DrainSite): void {
  const query = <Found>(text: string, values?: unknown[]) => site().backend.owner.query<Found>(text, values);
  const failed = async () => {
    await site().pump();
    return (await query<Row>(ROW))[0];
  };
  const retryNow = () => query('update private.outbox set not_before = now()');
  const goes = async (messageId: string | undefined) => {
    await retryNow();
    await site().pump();
    const { received } = site().server;
    expect(received.map((mail) => mail.messageId)).toEqual([`<${messageId}@exemple.fr>`]);
  };

  beforeEach(() => forgetMails(site()));

  const quoting = { text: `Refused ${contact.message} of ${contact.email}` };
  const refusals: [string, Behaviour, RegExp][] = [
    ['450 for the recipient', { rcpt: { code: 450, text: 'Busy, come later' } }, /^EENVELOPE at RCPT TO: .*450 Busy/],
    [
      '554 5.7.1 for the recipient',
      { rcpt: { code: 554, text: '5.7.1 Relay denied' } },
      /RCPT TO: .*554 5\.7\.1 Relay/,
    ],
    ['554 for the message', { data: { code: 554, ...quoting } }, /^EMESSAGE at DATA: 554$/],
  ];
  test.each(refusals)('after the answer %s the same mail is sent again later', async (_, behaviour, reason) => {
    site().server.behave(behaviour);
    await visitor(site().backend).post('contacts', contact);
    const row = await failed();
    expect(row).toMatchObject({ attempts: 1, wait: 1, isGivenUp: false });
    expect(row?.error).toMatch(reason);
    site().server.behave({});
    await goes(row?.messageId);
  });

  test('after the answer 550 for the recipient the mail is given up at once', async () => {
    site().server.behave({ rcpt: { code: 550, text: 'No such user' } });
    await visitor(site().backend).post('contacts', contact);
    const row = await failed();
    expect(row).toMatchObject({ attempts: 1, isGivenUp: true });
    expect(row?.error).toMatch(/^EENVELOPE at RCPT TO: .*550 No such/);
    site().server.behave({});
    await retryNow();
    await site().pump();
    expect(site().server.received).toEqual([]);
  });

  test('a mail server that never answers is abandoned after the time-out', async () => {
    site().server.behave({ before: never });
    await visitor(site().backend).post('contacts', contact);
    const row = await failed();
    expect(row).toMatchObject({ wait: 1, error: 'Not done after 10 s' });
    site().server.behave({});
    await goes(row?.messageId);
  });

  test('mails are sent once an unreachable mail server is back', async () => {
    await site().server.close();
    await visitor(site().backend).post('contacts', contact);
    const row = await failed();
    expect(row).toMatchObject({ wait: 1 });
    expect(row?.error).toMatch(/ECONNREFUSED/);
    await site().server.reopen();
    await goes(row?.messageId);
  });
}
