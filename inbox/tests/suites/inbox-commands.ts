import { randomUUID } from 'node:crypto';
import type { TestBackend } from '@site/backend/tests/support/engines';
import { contact, datesOf, parisDay, reserve } from '@site/backend/tests/support/rows';
import { visitor } from '@site/backend/tests/support/visitor';
import type { Entry } from '../../src/entry';
import { formatDay } from '../../src/wording';
import { inbox } from '../support/inbox';

/** The owner's word on reservations, and mails sent again. */
export function describeInboxCommands(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const run = (...args: string[]) => inbox(backend().env, ...args);
  const booked = async (...days: number[]) => {
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, ...days.map((day) => parisDay(day))));
    return id;
  };
  const statusOf = async (id: string) => {
    const [row] = await query<{ status: string }>('select status from public.reservations where id = $1', [id]);
    return row?.status;
  };
  const short = (id: string) => id.slice(0, 8);
  const add = (id: string, status = 'nouvelle') =>
    query('insert into public.reservations (id, name, email, status) values ($1, $2, $3, $4)', [
      id,
      'Élodie\u202e Petit',
      'elodie@exemple.fr',
      status,
    ]);

  test('a reservation is confirmed, cancelled and confirmed again by the beginning of its id', async () => {
    const id = await booked(300);
    const day = formatDay(parisDay(300));
    const confirmed = await run('confirm', ` ${short(id).toUpperCase()}`);
    expect(confirmed).toEqual({
      code: 0,
      stderr: '',
      stdout: `La réservation ${short(id)} de Camille Durand est confirmée\u00a0: ${day}.\nLe site n’écrit pas aux visiteurs\u00a0: prévenez camille.durand@exemple.fr.\n`,
    });
    expect(await statusOf(id)).toBe('confirmee');
    expect(await run('confirm', id)).toEqual({
      code: 0,
      stderr: '',
      stdout: `La réservation ${short(id)} de Camille Durand était déjà confirmée\u00a0: ${day}.\n`,
    });
    expect((await run('cancel', id)).stdout).toContain('est annulée');
    expect(await statusOf(id)).toBe('annulee');
    await run('confirm', short(id));
    expect(await statusOf(id)).toBe('confirmee');
  });

  test('another confirmed reservation of the same day is named, and this one is confirmed all the same', async () => {
    const [first, cancelled, undecided] = [await booked(310, 311), await booked(310), await booked(310)];
    await run('confirm', first);
    await run('cancel', cancelled);
    const second = randomUUID();
    await add(second);
    await query('insert into public.reservation_dates (reservation_id, date) values ($1, $2), ($1, $3)', [
      second,
      parisDay(310),
      parisDay(312),
    ]);
    const { code, stdout } = await run('confirm', second);
    expect(code).toBe(0);
    expect(stdout.split('\n')[1]).toBe(
      `Attention\u00a0: le ${formatDay(parisDay(310))} est déjà confirmé pour Camille Durand (${short(first)}), et la formation est individuelle.`,
    );
    expect(stdout).toContain('Élodie  Petit');
    expect(stdout).not.toContain(short(undecided));
    expect(await statusOf(second)).toBe('confirmee');
    expect((await run('cancel', second)).stdout).not.toContain('Attention');
  });

  test('an id that matches no reservation, several, or a message changes nothing', async () => {
    const start = randomUUID().slice(0, 30);
    const ids = [`${start}000001`, `${start}000002`];
    for (const id of ids) await add(id);
    const [message] = await query<{ id: string }>(
      'insert into public.contacts (prenom, nom, email, telephone) values ($1, $2, $3, $4) returning id',
      [contact.prenom, contact.nom, contact.email, contact.telephone],
    );
    const cases: [string, RegExp][] = [
      [randomUUID(), /^Aucune réservation ne commence par /],
      [start, new RegExp(`^2 réservations commencent par ${start}.*: .*${ids[0]} ou ${ids[1]}\\.`)],
      [start.slice(0, 7), /^Donnez l’identifiant d’une réservation/],
      [`${start.slice(0, 8)}%`, /^Donnez l’identifiant d’une réservation/],
      [message?.id ?? '', /est un message, pas une réservation/],
    ];
    for (const [given, reason] of cases) {
      const { code, stdout, stderr } = await run('confirm', given);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(reason);
      expect(stderr.match(/\n/g)).toHaveLength(1);
    }
    expect(await Promise.all(ids.map(statusOf))).toEqual(['nouvelle', 'nouvelle']);
    expect((await run('confirm', ids[1] ?? '')).code).toBe(0);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['nouvelle', 'confirmee']);
  });

  test('resend makes failed and abandoned mails due at once, and no others', async () => {
    await query('delete from private.outbox');
    const id = randomUUID();
    await add(id);
    const queue = (columns: string, values: string) =>
      query(`insert into private.outbox (kind, ref, ${columns}) values ('reservation', $1, ${values})`, [id]);
    await queue('attempts, first_tried_at, not_before, last_error', `4, now(), now() + '1 hour', 'refus'`);
    await queue('attempts, first_tried_at, given_up_at, last_error', `60, now() - interval '3 days', now(), 'refus'`);
    await queue('attempts, claimed_until', `2, now() + '1 minute'`);
    await queue('attempts, not_before', `0, now() + '10 minutes'`);
    await queue('attempts, sent_at', '1, now()');
    await query(
      `insert into private.outbox (kind, attempts, first_tried_at, given_up_at) values ('digest', 9, now(), now())`,
    );
    await queue('attempts, digest_id', `9, (select id from private.outbox where kind = 'digest')`);
    await query(`insert into private.outbox (kind, not_before) values ('digest', now() + interval '1 hour')`);
    expect(await run('resend')).toEqual({
      code: 0,
      stderr: '',
      stdout: '3 mails partent maintenant, ou dès que le site tourne.\n',
    });
    expect(
      await query(
        `select attempts, not_before <= now() as due, given_up_at is null and first_tried_at is null as anew, last_error
         from private.outbox order by id`,
      ),
    ).toEqual([
      { attempts: 0, due: true, anew: true, last_error: 'refus' },
      { attempts: 0, due: true, anew: true, last_error: 'refus' },
      { attempts: 2, due: true, anew: true, last_error: null },
      { attempts: 0, due: false, anew: true, last_error: null },
      { attempts: 1, due: true, anew: true, last_error: null },
      // A digest that was tried stays one that takes no further requests.
      { attempts: 1, due: true, anew: true, last_error: null },
      { attempts: 9, due: true, anew: true, last_error: null },
      { attempts: 0, due: false, anew: true, last_error: null },
    ]);
    await query(
      "update private.outbox set claimed_until = now() + interval '1 minute' where kind = 'digest' and attempts = 1",
    );
    expect((await run('resend')).stdout).toBe('Aucun mail n’attend un nouvel essai.\n');
  });

  test('the list shows the most troubled mail of each request', async () => {
    const id = randomUUID();
    await add(id);
    await query(
      `insert into private.outbox (kind, ref, attempts, sent_at, last_error, not_before)
       values ('reservation', $1, 1, now(), null, now()),
         ('dates', $1, 3, null, 'connexion refusée', '2099-01-01T12:00:00Z'),
         ('dates', $1, 0, null, null, now())`,
      [id],
    );
    const mailOf = async () => {
      const entries: Entry[] = JSON.parse((await run('--json')).stdout);
      return entries.find((entry) => entry.id === id);
    };
    expect(await mailOf()).toMatchObject({
      shortId: short(id),
      mail: {
        sentAt: null,
        attempts: 3,
        lastError: 'connexion refusée',
        nextTryAt: '2099-01-01T12:00:00Z',
        givenUpAt: null,
      },
    });
    expect((await run()).stdout).toMatch(/^\d+ mails? attend.*connexion refusée\. Prochain essai/);
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
      `insert into private.outbox (kind, attempts, last_error, not_before) values ('digest', 2, 'refus', '2099-01-01T12:00:00Z') returning id`,
    );
    await query(
      `insert into private.outbox (kind, ref, digest_id) select 'reservation', id, $2 from unnest($1::uuid[]) as id`,
      [ids, digest?.id],
    );
    const mailsOf = async () => {
      const entries: Entry[] = JSON.parse((await run('--json')).stdout);
      return entries.filter(({ id }) => ids.includes(id)).map(({ mail }) => mail);
    };
    const waits = { id: digest?.id, attempts: 2, lastError: 'refus', sentAt: null, nextTryAt: '2099-01-01T12:00:00Z' };
    expect(await mailsOf()).toMatchObject([waits, waits]);
    expect((await run()).stdout).toMatch(/^1 mail attend\u00a0: refus\. Prochain essai/);
    await query('select private.mail_sent($1)', [digest?.id]);
    await query('update private.outbox set attempts = 1, sent_at = now() where digest_id = $1', [digest?.id]);
    expect(await mailsOf()).toMatchObject([{ sentAt: expect.any(String) }, { sentAt: expect.any(String) }]);
    await query('delete from private.outbox');
  });
}
