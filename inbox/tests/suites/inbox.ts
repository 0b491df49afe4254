import type { TestBackend } from '@site/backend/tests/support/backend';
import { contact, datesOf, parisDay, reserve } from '@site/backend/tests/support/rows';
import { visitor } from '@site/backend/tests/support/visitor';
import { inbox } from '../support/inbox';

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

    const french = (day: string) => day.split('-').reverse().join('/');
    const csv = (await inbox(backend().env, '--csv')).stdout.split('\r\n');
    expect(csv[0]).toEqual(
      expect.stringMatching(
        /^\ufeffReçu le;Demande;Nom;E-mail;Téléphone;AGEFICE;.*;À vérifier;Indésirable;Mail;Référence;Identifiant$/,
      ),
    );
    expect(csv[1]).toMatch(
      new RegExp(
        `;Réservation;Camille Durand;.*;${french(parisDay(2))}, ${french(parisDay(9))};;;À confirmer;;.*;non;non;en attente;\\t?${id.slice(0, 8)};${id}$`,
      ),
    );
    expect(csv[2]).toContain(";Message;'=1+1 Durand;");

    const table = (await inbox(backend().env)).stdout.split('\n');
    expect(table[0]).toMatch(/^Reçu le +│ Demande +│ Personne +│ Détail$/);
    expect(table[2]).toMatch(/^\d\d\/\d\d\/20\d\d \d\d:\d\d +│ Réservation │ Camille Durand +│ \S+ \d/);
    expect(table[3]).toMatch(new RegExp(`^${id.slice(0, 8)} `));
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(100);
  });
}
