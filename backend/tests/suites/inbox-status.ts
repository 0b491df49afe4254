import { randomUUID } from 'node:crypto';
import { formatDay } from '@site/supabase/functions/_shared/french';
import type { TestBackend } from '../support/backend';
import { addReservation, inbox } from '../support/inbox';
import { contact, datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

/** The commands confirm and cancel. */
export function describeInboxStatus(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const run = (...args: string[]) => inbox(backend().env, ...args);
  const add = (id: string) => addReservation(backend(), id);
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

  test('a reservation is confirmed, cancelled and confirmed again by the beginning of its id', async () => {
    const id = await booked(300);
    const day = formatDay(parisDay(300));
    const confirmed = await run('confirm', ` ${short(id).toUpperCase()}`);
    expect(confirmed).toEqual({
      code: 0,
      stderr: '',
      stdout: `La réservation ${short(id)} de Camille Durand est confirmée\u00a0: ${day}.\nAucun mail ne part\u00a0: prévenez camille.durand@exemple.fr.\n`,
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

  describe('with mails to visitors switched on', () => {
    beforeEach(async () => {
      await query('delete from private.outbox');
      await query('update private.settings set visitor_mails = true');
    });
    afterEach(async () => {
      await query('update private.settings set visitor_mails = default');
      await query('delete from private.outbox');
    });

    test('a confirmation and a cancellation announce the mail that the visitor gets', async () => {
      const id = await booked(320);
      const mail =
        'Le site l’annonce à camille.durand@exemple.fr\u00a0: le mail part dans une minute, ou dès que le site tourne.\n';
      expect((await run('confirm', id)).stdout).toBe(
        `La réservation ${short(id)} de Camille Durand est confirmée\u00a0: ${formatDay(parisDay(320))}.\n${mail}`,
      );
      expect((await run('confirm', id)).stdout).not.toContain('mail');
      expect((await run('cancel', id)).stdout).toContain(`est annulée\u00a0: ${formatDay(parisDay(320))}.\n${mail}`);
    });
  });

  test('a day that is confirmed for another reservation is refused with its name, and confirmed once it is asked for', async () => {
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
    const { code, stdout, stderr } = await run('confirm', second);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')).toEqual([
      `Le ${formatDay(parisDay(310))} est déjà confirmé pour Camille Durand (${short(first)}).`,
      `La formation est individuelle\u00a0: rien n’est confirmé. Pour confirmer quand même\u00a0: «\u00a0npx pnpm inbox confirm ${short(second)} --also-confirmed ${parisDay(310)}\u00a0».`,
      '',
    ]);
    expect(await statusOf(second)).toBe('nouvelle');
    const alsoConfirmed = (ahead: number) => run('confirm', second, '--also-confirmed', parisDay(ahead));
    expect((await alsoConfirmed(312)).code).toBe(1);
    expect((await alsoConfirmed(310)).stdout).toContain('Élodie Petit est confirmée');
    expect(await statusOf(second)).toBe('confirmee');
    expect((await run('confirm', undecided)).code).toBe(1);
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
}
