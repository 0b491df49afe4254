import { type DrainSite, forgetMails, OWNER } from '../support/drain-sites';
import type { ReceivedMail } from '../support/mail-server';
import { briefly } from '../support/mail-server';
import { contact, datesOf, parisDay, reserve } from '../support/rows';
import { until } from '../support/until';
import { visitor } from '../support/visitor';

/** Mails that reach the owner's mailbox. */
export function describeDrain(site: () => DrainSite): void {
  const query = <Row>(text: string, values?: unknown[]) => site().backend.owner.query<Row>(text, values);
  const by = () => visitor(site().backend);
  /** The received mail of this request and kind. */
  const arrived = (ref: string, kind: string) =>
    until(async (): Promise<ReceivedMail | undefined> => {
      await site().pump();
      const [row] = await query<{ id: string }>(
        'select message_id as id from private.outbox where ref = $1 and kind = $2 and sent_at is not null',
        [ref, kind],
      );
      return site().server.received.find(({ messageId }) => row && messageId?.includes(row.id));
    });
  const latest = async (table: 'contacts' | 'reservations') =>
    (await query<{ id: string }>(`select id from public.${table} order by created_at desc limit 1`))[0]?.id ?? '';

  beforeEach(() => forgetMails(site()));
  afterEach(() => query('update private.settings set mails_per_hour = 100000, digest_delay = default'));

  test('a mail about a message is sent to the owner only, and a reply goes to the visitor', async () => {
    await by().post('contacts', contact);
    const mail = await arrived(await latest('contacts'), 'contact');
    expect(mail).toMatchObject({
      recipients: [OWNER],
      from: { name: 'Le site', address: 'site@exemple.fr' },
      to: [{ address: OWNER }],
      replyTo: [{ address: contact.email }],
    });
    expect(mail.subject).toContain('Camille Durand');
    expect(mail.text).toContain('je voudrais en savoir plus.');
    expect(await query('select attempts, last_error from private.outbox')).toEqual([{ attempts: 1, last_error: null }]);
  });

  test('a name that contains headers and addresses changes neither headers nor recipients', async () => {
    const name = 'Bcc: <evil@exemple.org>, "x" <y@exemple.org>;\u202e\u200b';
    const broken = await by().post('contacts', { ...contact, nom: 'Durand\r\nBcc: evil@exemple.org' });
    expect(broken.status).toBe(400);
    expect((await by().post('contacts', { ...contact, nom: name })).status).toBe(201);
    const mail = await arrived(await latest('contacts'), 'contact');
    expect(mail.recipients).toEqual([OWNER]);
    expect(mail.to).toMatchObject([{ address: OWNER }]);
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    expect(mail.replyTo?.map(({ address }) => address)).toEqual([contact.email]);
    expect(mail.subject).not.toMatch(/[\p{Cc}\u202e\u200b]/u);
  });

  test("a reservation's mail waits for its dates and contains them", async () => {
    const id = await reserve(by());
    await by().post('contacts', contact);
    // The worker that has sent this message has also seen the reservation.
    await arrived(await latest('contacts'), 'contact');
    expect(await query('select attempts from private.outbox where ref = $1', [id])).toEqual([{ attempts: 0 }]);

    await by().post('reservation_dates', datesOf(id, parisDay(20), parisDay(21)));
    const mail = await arrived(id, 'reservation');
    expect(mail.subject).toMatch(/^Réservation\u00a0: Camille Durand, \p{L}+ \d.* et 1 autre date$/u);
    expect(site().server.received).toHaveLength(2);
  });

  test('above the hourly limit requests are sent in one digest, and in single mails an hour later', async () => {
    await query("update private.settings set mails_per_hour = 1, digest_delay = '1 hour'");
    for (const nom of ['Un', 'Deux', 'Trois']) await by().post('contacts', { ...contact, nom });
    await query("update private.outbox set not_before = now() where kind = 'digest'");
    await until(async () => {
      await site().pump();
      return site().server.received.length === 2;
    });
    const [single, digest] = site().server.received;
    expect(single?.subject).toBe('Message\u00a0: Camille Un (AGEFICE)');
    expect(digest).toMatchObject({ recipients: [OWNER], to: [{ address: OWNER }] });
    expect(digest?.subject).toMatch(/^2 demandes depuis le /);
    for (const nom of ['Deux', 'Trois']) expect(digest?.text).toContain(`\n- Message\u00a0: Camille ${nom}\n`);
    await until(async () => (await query('select from private.outbox where sent_at is null')).length === 0);

    await query("update private.outbox set created_at = created_at - interval '61 minutes'");
    await by().post('contacts', { ...contact, nom: 'Quatre' });
    expect((await arrived(await latest('contacts'), 'contact')).subject).toBe(
      'Message\u00a0: Camille Quatre (AGEFICE)',
    );
  });

  test('a mail to a visitor is sent to that visitor only, and a reply goes to the owner', async () => {
    await query('select private.set_visitor_mails(true)');
    const email = 'lectrice@exemple.org';
    await by().post('contacts', { ...contact, email });
    const mail = await arrived(await latest('contacts'), 'receipt').finally(() =>
      query('select private.set_visitor_mails(false)'),
    );
    expect(mail).toMatchObject({ recipients: [email], to: [{ address: email }], replyTo: [{ address: OWNER }] });
    expect(mail.subject).toBe('Message reçu\u00a0: Journée');
    for (const typed of [contact.prenom, contact.nom, contact.telephone, 'en savoir plus'])
      expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(typed);
  });

  test('three workers at once send each of thirty mails once', async () => {
    site().server.peak = 0;
    site().server.behave({ before: briefly });
    const rows = await query<{ id: string }>(
      `with made as (
         insert into public.contacts (prenom, nom, email, telephone)
           select 'Ad', 'N° ' || n, 'a@exemple.fr', '0612345678' from generate_series(1, 30) as n returning id
       ), told as (insert into private.outbox (kind, ref) select 'contact', id from made returning message_id as id)
       select id from told`,
    );
    await Promise.all([site().pump(), site().drainToo(), site().drainToo()]);
    await until(async () => (await query('select from private.outbox where sent_at is null')).length === 0);
    const uuids = site().server.received.map(({ messageId }) => messageId?.match(/[^<@]+/)?.[0]);
    expect(uuids.sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(site().server.peak).toBeGreaterThan(1);
  });
}
