import type { DayFile } from '@site/contract/day-papers';
import { marked } from '../../tests/support/paper-data';
import { exampleMessage, exampleRequest } from '../testing/examples';
import { EMPTY_FILE } from '../testing/file-handlers';
import { renderPersonJson, renderPersonPage, sheetOf } from './person-page';

const common = { mails: [], history: [] };
const reservation = {
  ...exampleRequest(1, { isAgefice: true, status: 'confirmee', confirmedDates: ['2026-12-08'], flagged: true }),
  followUp: { paid: '2026-11-22' },
  note: 'Rappeler',
  history: [{ at: '2026-11-21T08:00:00Z', action: 'confirmed' }],
  mails: [
    { kind: 'receipt', sentAt: '2026-11-20T13:33:00Z' },
    { kind: 'reservation', sentAt: null },
  ],
};
const file = (...requests: Parameters<typeof sheetOf>[0]['contacts']) => ({
  product: 'Journée',
  email: 'camille@exemple.fr',
  moment: '23 novembre 2026 à 10\u00a0h',
  requests: sheetOf({
    contacts: requests.filter(({ kind }) => kind === 'contact'),
    reservations: requests.filter(({ kind }) => kind === 'reservation'),
  }),
});

test('the page names everything stored about the person, without words of the database', () => {
  const page = renderPersonPage(file({ ...exampleMessage(2), ...common }, reservation));
  const { body } = new DOMParser().parseFromString(page, 'text/html');
  expect([...body.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'Votre message',
    'Votre demande de réservation',
  ]);
  const facts = [...body.querySelectorAll('section:last-of-type dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);
  expect(facts).toEqual([
    ['Reçu le', '20 novembre 2026 à 14\u00a0h\u00a032'],
    ['Nom', 'Camille Martin'],
    ['E-mail', 'camille@exemple.fr'],
    ['Téléphone', '06\u00a039\u00a098\u00a000\u00a000'],
    ['Financement', 'AGEFICE demandé'],
    ['Journées souhaitées', 'Une journée à chacune de ces dates'],
    ['Jours demandés', 'lundi 7 décembre 2026mardi 8 décembre 2026'],
    ['Jours confirmés', 'mardi 8 décembre 2026'],
    ['État', 'Confirmée'],
    ['Note interne', 'Rappeler'],
    ['Suites', 'Réglée le dimanche 22 novembre 2026'],
    ['Historique', '21 novembre 2026 à 9\u00a0h\u00a0: Confirmée'],
    [
      'E-mails',
      'Accusé de réception\u00a0: envoyé le 20 novembre 2026 à 14\u00a0h\u00a033Avis interne de votre demande\u00a0: non envoyé',
    ],
  ]);
});

test('the file of the day is named too', () => {
  const own: DayFile = {
    ...EMPTY_FILE,
    address: '3 rue des Lilas',
    payer: 'agefice',
    priceCents: 0,
    depositOn: '2026-12-01',
    kept: [{ date: '2026-12-08', half: 'morning', from: null, to: null }],
    results: [{ objective: 'Relancer', result: 'partly' }],
    feedback: { objectives: 5, content: 4, trainer: 5, organisation: 3, overall: 5, remark: 'Merci' },
    papers: marked({ sentOn: '2026-11-22' }, 'devis'),
  };
  const [sheet] = sheetOf({ contacts: [], reservations: [{ ...reservation, file: own }] });
  expect(sheet?.rows.map(([, value]) => String(value))).toEqual(
    expect.arrayContaining([
      '3 rue des Lilas',
      'AGEFICE',
      '0\u00a0€',
      'mardi 1er décembre 2026',
      'mardi 8 décembre 2026, matin\u00a0: absent',
      'Relancer\u00a0: En cours d’acquisition',
      'Merci',
      'Devis envoyé le dimanche 22 novembre 2026',
    ]),
  );
});

test('the JSON file has the same words, and no names of columns', () => {
  const text = renderPersonJson(file(reservation));
  expect(JSON.parse(text)).toMatchObject({
    Adresse: 'camille@exemple.fr',
    Demandes: [
      { Demande: 'Votre demande de réservation', Nom: 'Camille Martin', 'Jours confirmés': expect.any(Array) },
    ],
  });
  expect(text).not.toMatch(/unwanted|flagged|isSpam|is_|followUp/);
});

test('text that a visitor typed is text on the page', () => {
  const typed = '<img src=x onerror="alert(1)">&amp;';
  const page = renderPersonPage(file({ ...exampleMessage(2, { name: typed, message: typed }), ...common }));
  const { body, head } = new DOMParser().parseFromString(page, 'text/html');
  expect(body.querySelector('img')).toBeNull();
  expect(body.textContent).toContain(typed);
  expect(head.querySelector('meta[http-equiv]')?.getAttribute('content')).toMatch(/^default-src 'none'/);
});
