import type { OwnedRequest } from '../requests.ts';
import { renderRequestsCsv } from '../requests-csv.ts';

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

test('the export begins with a byte order mark and the headings, and has one line per request', () => {
  expect(renderRequestsCsv([reservation])).toBe(
    '\ufeffReçu le;Demande;Nom;E-mail;Téléphone;AGEFICE;Dates;Message;Statut;À vérifier;Indésirable;Référence;Identifiant\r\n' +
      '20/11/2026 14:32;Réservation;Camille Martin;camille@exemple.fr;06 39 98 00 00;oui;2026-12-07, 2026-12-08;;nouvelle;non;non;00000000;00000000-0000-4000-8000-000000000001\r\n',
  );
});

test('columns of the caller stand before the reference', () => {
  const [headings, row] = renderRequestsCsv([reservation], [['Mail', ({ email }) => `à ${email}`]]).split('\r\n');
  expect(headings).toMatch(/;Indésirable;Mail;Référence;Identifiant$/);
  expect(row).toContain(';non;à camille@exemple.fr;00000000;');
});

test.each([
  '=1+1',
  '+33 6',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\r=1',
  ' =1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\ufe66 1',
  '\u2212 1',
  '\u200b=1',
  '\u202e\ufeff=1',
  '\u00ad\u3164=1',
  '\ufe0f=1',
])('text that a spreadsheet would evaluate, such as %j, begins with an apostrophe', (name) => {
  expect(renderRequestsCsv([{ ...message, name }]).replaceAll('"', '')).toContain(`;'${name};`);
});

test('text with a quote, a semicolon or a line break is quoted', () => {
  expect(rowOf({ ...message, message: 'Un "devis"; merci' })).toContain(';"Un ""devis""; merci";');
  expect(renderRequestsCsv([{ ...message, message: 'a\nb' }])).toContain(';"a\nb";');
});

test('a request that the owner marked as spam is unwanted, one that the owner restored is not', () => {
  const unwanted = (request: OwnedRequest) => rowOf(request).split(';')[10];
  expect(unwanted({ ...message, isSpam: true })).toBe('oui');
  expect(unwanted({ ...message, unwanted: true, isSpam: false })).toBe('non');
});
