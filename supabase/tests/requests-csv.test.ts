import type { OwnedRequest } from '../requests.ts';
import { renderDaysCsv, renderRequestsCsv } from '../requests-csv.ts';

const reservation: OwnedRequest = {
  kind: 'reservation',
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  receivedAt: '2026-11-20T13:32:00Z',
  name: 'Camille Martin',
  email: 'camille@exemple.fr',
  phone: '06 39 98 00 00',
  isAgefice: true,
  message: null,
  dates: ['2026-12-07', '2026-12-08'],
  confirmedDates: [],
  takenDates: [],
  status: 'nouvelle',
  flagged: false,
  unwanted: false,
  isSpam: false,
  handledAt: null,
  note: null,
  followUp: {},
};

const message: OwnedRequest = { ...reservation, kind: 'contact', isAgefice: false, dates: [], status: null };

const rowOf = (request: OwnedRequest) => renderRequestsCsv([request]).split('\r\n')[1] ?? '';

/** The cells of a request without line breaks and quotes, by their headings. */
function cellsOf(request: OwnedRequest): Readonly<Record<string, string>> {
  const [headings = [], cells = []] = renderRequestsCsv([request])
    .slice(1)
    .split('\r\n')
    .map((line) => line.split(';'));
  return Object.fromEntries(headings.map((heading, at) => [heading, cells[at] ?? '']));
}

test('the export begins with a byte order mark and the headings, and has one line per request', () => {
  const whole = {
    ...reservation,
    confirmedDates: ['2026-12-08'],
    status: 'confirmee',
    handledAt: '2026-11-21T09:05:00Z',
    note: 'Rappeler',
    followUp: { convention_sent: '2026-11-22', held: '2026-12-08' },
  } as const;
  expect(renderRequestsCsv([whole])).toMatch(/^\ufeffReçu le;[^\r\n]*;Identifiant\r\n20\/11\/2026 14:32;[^\r\n]*\r\n$/);
  expect(cellsOf(whole)).toMatchObject({
    'Reçu le': '20/11/2026 14:32',
    Demande: 'Réservation',
    Nom: 'Camille Martin',
    'E-mail': 'camille@exemple.fr',
    Téléphone: '06\u00a039\u00a098\u00a000\u00a000',
    AGEFICE: 'oui',
    'Jours demandés': '07/12/2026, 08/12/2026',
    'Jours confirmés': '08/12/2026',
    Message: '',
    Statut: 'Confirmée',
    'Traité le': '21/11/2026 10:05',
    Note: 'Rappeler',
    'Convention ou contrat envoyé': '22/11/2026',
    'Convention ou contrat signé': '',
    Réglée: '',
    'Journée faite': '08/12/2026',
    'À vérifier': 'non',
    Indésirable: 'non',
    Référence: '\t00000000',
    Identifiant: '00000000-0000-4000-8000-000000000001',
  });
});

test.each([
  ['33639982211', '06\u00a039\u00a098\u00a022\u00a011'],
  ['0692123456', '06\u00a092\u00a012\u00a034\u00a056'],
  ['+32 470 12 34 56', '\t00\u00a032 470 12 34 56'],
  ['447911123456', '\t447911123456'],
  ['06 39 98 22 11, poste 3', '06 39 98 22 11, poste 3'],
])('the telephone number %s is written so that a spreadsheet keeps its digits', (phone, written) => {
  expect(cellsOf({ ...message, phone }).Téléphone).toBe(written);
});

test('a list in a message begins with a dash, which needs no apostrophe', () => {
  expect(rowOf({ ...message, message: '- deux jours' })).toContain(';– deux jours;');
});

test.each([
  [{ status: null, isSpam: true }, 'Indésirable'],
  [{ status: null }, 'À traiter'],
  [{ status: null, handledAt: '2026-11-21T09:05:00Z' }, 'Traité'],
  [{ status: 'nouvelle' }, 'À confirmer'],
  [{ status: 'annulee' }, 'Annulée'],
] as const)('the state of %j is written as the owner’s space shows it', (changes, state) => {
  expect(cellsOf({ ...reservation, ...changes }).Statut).toBe(state);
});

test('the number of days is open while a request of several dates waits for its first answer, and in no later swap of a day', () => {
  const wanted = (changes: object) => cellsOf({ ...reservation, ...changes })['Journées souhaitées'];
  expect(wanted({})).toBe('à préciser');
  expect(wanted({ daysWanted: 'all' })).toBe('Une journée à chacune de ces dates');
  const swap = { confirmedDates: ['2026-12-07'] };
  for (const daysWanted of [null, 'one', 'all']) expect(wanted({ ...swap, daysWanted })).toBe('');
  expect(wanted({ ...swap, status: 'confirmee', daysWanted: 'all' })).toBe('Une journée à chacune de ces dates');
});

test('the second file has one line per day, the earliest first, without spam', () => {
  const confirmed = { ...reservation, status: 'confirmee', confirmedDates: ['2026-12-08'] } as const;
  const other = { ...reservation, name: 'Alex Roy', dates: ['2026-12-07'], note: 'Rappeler' };
  const rows = renderDaysCsv([confirmed, other, message, { ...reservation, isSpam: true }]).split('\r\n');
  expect(rows[0]).toMatch(
    /^\ufeffJour;Semaine;État;Nom;E-mail;Téléphone;AGEFICE;(.+;)?Note;Convention ou contrat envoyé;.*;Référence$/,
  );
  expect(rows.slice(1).map((row) => row.split(';').slice(0, 4).join(' '))).toEqual([
    '07/12/2026 lundi À confirmer Alex Roy',
    '07/12/2026 lundi Non retenu Camille Martin',
    '08/12/2026 mardi Confirmé Camille Martin',
    '',
  ]);
  expect(rows[1]).toContain(';Rappeler;');
});

test('columns of the caller stand before the reference', () => {
  const [headings, row] = renderRequestsCsv([reservation], [['Mail', ({ email }) => `à ${email}`]]).split('\r\n');
  expect(headings).toMatch(/;Indésirable;Mail;Référence;Identifiant$/);
  expect(row).toContain(';non;à camille@exemple.fr;\t00000000;');
});

test.each(['=1+1', '+33 6', '-1', '@SUM(A1)', '\tx', '\r=1', ' =1', '＝1+1', '\ufe66 1', '\u2212 1'])(
  'text that a spreadsheet would evaluate, such as %j, begins with an apostrophe',
  (name) => {
    expect(renderRequestsCsv([{ ...message, name }]).replaceAll('"', '')).toContain(`;'${name};`);
  },
);

test.each([
  '219e0148',
  '00481234',
  '12E5',
  '1/2',
  '12-3',
  '(12)',
  '1 200,50 €',
  '14:30',
  'mai 68',
  'janv.-27',
  'VRAI',
  '2 mai',
])('text that a spreadsheet would take for something else, such as %j, begins with a tab', (text) => {
  expect(
    rowOf({ ...message, message: text, note: text })
      .split(';')
      .filter((cell) => cell === `\t${text}`),
  ).toHaveLength(2);
});

test.each(['C62', 'BP 40123', 'CS 30001', 'TSA 12345', '1000 Bruxelles'])(
  'a code and a part of an address, such as %j, are written as they are',
  (note) => expect(cellsOf({ ...message, note }).Note).toBe(note),
);

test.each([
  ['\u202eittaM\u202c Zo\u200bé\u2066\u2069\ufeff', 'ittaM Zoé'],
  ['\u202e=1', "'=1"],
  ['👩‍👧', '👩‍👧'],
  ['Mars', 'Mars'],
])('the name %j is written as %j', (name, written) => {
  expect(cellsOf({ ...message, name }).Nom).toBe(written);
});

test('text with a quote, a semicolon or a line break is quoted', () => {
  expect(rowOf({ ...message, message: 'Un "devis"; merci' })).toContain(';"Un ""devis""; merci";');
  expect(renderRequestsCsv([{ ...message, message: 'a\nb' }])).toContain(';"a\nb";');
});

test('a request that the owner marked as spam is unwanted, one that the owner restored is not', () => {
  const unwanted = (request: OwnedRequest) => cellsOf(request).Indésirable;
  expect(unwanted({ ...message, isSpam: true })).toBe('oui');
  expect(unwanted({ ...message, unwanted: true, isSpam: false })).toBe('non');
});
