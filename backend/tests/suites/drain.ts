// Run by backend/tests/drain.test.ts, and in the long tier by backend/tests/drain-deno.long.test.ts.
import { until } from '../support/cases';
import { type DrainSite, forgetMails, OWNER } from '../support/drain-sites';
import { type Behaviour, never } from '../support/mail-server';
import { contact } from '../support/rows';
import { visitor } from '../support/visitor';

export function describeDrain(site: () => DrainSite): void {
  const query = <Row>(text: string, values?: unknown[]) => site().backend.owner.query<Row>(text, values);
  const by = () => visitor(site().backend);
  beforeEach(() => forgetMails(site()));

  test('a mail about a message is sent to the owner only, and a reply goes to the visitor', async () => {
    await by().post('contacts', contact);
    await site().pump();
    const [mail] = site().server.received;
    expect(mail).toMatchObject({
      recipients: [OWNER],
      from: { name: 'Le site', address: 'site@exemple.fr' },
      to: [{ address: OWNER }],
      replyTo: [{ address: contact.email }],
    });
    expect(mail?.subject).toContain('Camille Durand');
    expect(mail?.text).toContain('je voudrais en savoir plus.');
    expect(await query('select attempts, last_error from private.outbox')).toEqual([{ attempts: 1, last_error: null }]);
  });

  test('three workers at once send each of thirty mails once', async () => {
    site().server.peak = 0;
    // Each mail waits until one of another worker is in transit too.
    site().server.behave({ before: () => until(() => site().server.peak > 1) });
    const rows = await query<{ id: string }>(
      `with contact as (
         insert into public.contacts (prenom, nom, email, telephone)
           select 'Ad', 'N° ' || n, 'a@exemple.fr', '0612345678' from generate_series(1, 30) as n returning id
       ), mail as (insert into private.outbox (kind, ref) select 'contact', id from contact returning message_id as id)
       select id from mail`,
    );
    await Promise.all([site().pump(), site().pump(), site().pump()]);
    expect(await query('select from private.outbox where sent_at is null')).toEqual([]);
    const uuids = site().server.received.map(({ messageId }) => messageId?.match(/[^<@]+/)?.[0]);
    expect(uuids.sort()).toEqual(rows.map(({ id }) => id).sort());
  });
}

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
