import { type DrainSite, forgetMails, OWNER } from '../support/drain-sites';
import { contact } from '../support/rows';
import { until } from '../support/until';
import { visitor } from '../support/visitor';

/** Mails that reach the owner's mailbox. */
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
      `with made as (
         insert into public.contacts (prenom, nom, email, telephone)
           select 'Ad', 'N° ' || n, 'a@exemple.fr', '0612345678' from generate_series(1, 30) as n returning id
       ), told as (insert into private.outbox (kind, ref) select 'contact', id from made returning message_id as id)
       select id from told`,
    );
    await Promise.all([site().pump(), site().pump(), site().pump()]);
    expect(await query('select from private.outbox where sent_at is null')).toEqual([]);
    const uuids = site().server.received.map(({ messageId }) => messageId?.match(/[^<@]+/)?.[0]);
    expect(uuids.sort()).toEqual(rows.map(({ id }) => id).sort());
  });
}
