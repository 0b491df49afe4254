import { randomUUID } from 'node:crypto';
import type { InboxRequest } from '../../src/commands/inbox/inbox-requests';
import type { TestBackend } from '../support/backend';
import { addReservation, inbox } from '../support/inbox';
import { contact, datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

/** The list of requests while the site runs. */
export function describeInbox(backend: () => TestBackend): void {
  test("the list starts with the newest request, and shows a reservation's dates", async () => {
    const by = visitor(backend());
    await by.post('contacts', { ...contact, prenom: '=1+1', message: 'Première ligne\nseconde ligne' });
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, parisDay(9), parisDay(2)));

    const json = JSON.parse((await inbox(backend().env, '--json')).stdout);
    expect(json.slice(0, 2)).toMatchObject([
      { kind: 'reservation', id, dates: [parisDay(2), parisDay(9)], status: 'nouvelle', phone: null, message: null },
      { kind: 'contact', name: '=1+1 Durand', dates: [], message: 'Première ligne\nseconde ligne', isAgefice: true },
    ]);
    expect(Math.abs(Date.now() - Date.parse(json[0].receivedAt))).toBeLessThan(60_000);
  });
}

/** The command resend, and the state of mails in the list. */
export function describeInboxMails(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const run = (...args: string[]) => inbox(backend().env, ...args);
  const listed = async (): Promise<InboxRequest[]> => JSON.parse((await run('--json')).stdout);
  const add = (id: string) => addReservation(backend(), id);

  test('resend prints how many mails are due at once', async () => {
    await query('delete from private.outbox');
    await query(
      `insert into private.outbox (kind, attempts, first_tried_at, not_before)
         select 'digest', 4, now(), now() + interval '1 hour' from generate_series(1, 2)`,
    );
    expect(await run('resend')).toEqual({
      code: 0,
      stderr: '',
      stdout: '2 mails partent maintenant, ou dès que le site tourne.\n',
    });
    await query("update private.outbox set claimed_until = now() + interval '1 minute'");
    expect((await run('resend')).stdout).toBe('Aucun mail n’attend un nouvel essai.\n');
  });

  test('the list shows the most troubled mail of each request', async () => {
    const id = randomUUID();
    await add(id);
    await query(
      `insert into private.outbox (kind, ref, attempts, sent_at, last_error, not_before)
       values ('reservation', $1, 1, now(), null, now()),
         ('dates', $1, 3, null, 'ESOCKET: connect ECONNREFUSED', '2099-01-01T12:00:00Z'),
         ('dates', $1, 0, null, null, now())`,
      [id],
    );
    const mailOf = async () => (await listed()).find((entry) => entry.id === id);
    expect(await mailOf()).toMatchObject({
      mail: {
        sentAt: null,
        tries: 3,
        lastError: 'ESOCKET: connect ECONNREFUSED',
        nextTryAt: '2099-01-01T12:00:00Z',
        givenUpAt: null,
      },
    });
    expect((await run()).stdout).toMatch(/^\d+ mails? attend.*refuse la connexion\. Prochain essai/);
    await query(`update private.outbox set given_up_at = now() where ref = $1 and last_error is not null`, [id]);
    expect(await mailOf()).toMatchObject({ mail: { nextTryAt: null, givenUpAt: expect.stringMatching(/Z$/) } });
    await query('delete from private.outbox where ref = $1', [id]);
    expect(await mailOf()).toMatchObject({ mail: null });
  });

  test('the list shows the digest as the mail of a request that is part of it', async () => {
    await query('delete from private.outbox');
    const ids: string[] = [randomUUID(), randomUUID()];
    for (const id of ids) await add(id);
    const [digest] = await query<{ id: string }>(
      `insert into private.outbox (kind, attempts, last_error, not_before) values ('digest', 2, 'TypeError', '2099-01-01T12:00:00Z') returning id`,
    );
    await query(
      `insert into private.outbox (kind, ref, digest_id) select 'reservation', id, $2 from unnest($1::uuid[]) as id`,
      [ids, digest?.id],
    );
    const mailsOf = async () => (await listed()).filter(({ id }) => ids.includes(id)).map(({ mail }) => mail);
    const waits = {
      id: digest?.id,
      tries: 2,
      lastError: 'TypeError',
      sentAt: null,
      nextTryAt: '2099-01-01T12:00:00Z',
    };
    expect(await mailsOf()).toMatchObject([waits, waits]);
    expect((await run()).stdout).toMatch(
      /^1 mail attend\u00a0: la cause est dans le journal du serveur\. Prochain essai/,
    );
    await query('select private.mail_sent($1)', [digest?.id]);
    await query('update private.outbox set attempts = 1, sent_at = now() where digest_id = $1', [digest?.id]);
    expect(await mailsOf()).toMatchObject([{ sentAt: expect.any(String) }, { sentAt: expect.any(String) }]);
    await query('delete from private.outbox');
  });
}
