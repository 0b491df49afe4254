import { existsSync, rmSync } from 'node:fs';
import type { Entry } from '../local/inbox/entry';
import { asCsv, asJson, asTable } from '../local/inbox/formats';
import { formatDay, formatMoment } from '../local/inbox/wording';
import { temporaryFolder } from './support/engines';
import { runTool } from './support/run-tool';

// The whole machine may be busy; a test that hangs still ends.
jest.setTimeout(60_000);

const message: Entry = {
  kind: 'contact',
  id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  receivedAt: '2026-11-21T23:05:00Z',
  name: 'Camille Durand',
  email: 'camille.durand@exemple.fr',
  phone: '+33 6 12 34 56 78',
  isAgefice: true,
  message: 'Bonjour ; dites « oui »,\n"vite"',
  dates: [],
  status: null,
  flagged: true,
};
const booking: Entry = {
  ...message,
  kind: 'reservation',
  message: null,
  dates: ['2026-12-01'],
  status: 'annulee',
  flagged: false,
};

test.each(['=1+1', '+33 6', '-2', '@SUM(A1)', '\t=1', '\r=1'])('in a spreadsheet %j is text, not a formula', (name) => {
  const [, row] = asCsv([{ ...message, name, phone: null, message: null }]).split(/\r\n(?=\d)/);
  expect(row?.split(';')[2]?.replace(/^"/, '')).toMatch(/^'/);
});

test('a field with separators, quotes or lines stays one field', () => {
  expect(asCsv([message])).toContain(`;'+33 6 12 34 56 78;oui;;"Bonjour ; dites « oui »,\n""vite""";;oui;`);
});

test('the table names the day, the funding and the state, and cuts nothing off', () => {
  const table = asTable([booking, message], 90);
  expect(table).toContain('mardi 1er décembre');
  for (const word of ['AGEFICE', 'annulée', 'à vérifier', '+33 6 12 34 56 78', 'camille.durand@exemple.fr']) {
    expect(table).toContain(word);
  }
});

test('the table fits a narrow terminal', () => {
  const lines = asTable([booking, message], 60).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(lines.map((line) => line.split('│')[2]?.trim()).join('')).toContain('camille.durand@exemple.fr');
});

test('a text cannot steer the terminal', () => {
  const table = asTable([{ ...message, name: 'a\u001b[2Jb\u202ec', message: '\u009b31m' }], 80);
  expect(table.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
});

test('an empty inbox says so, and is an empty list to a program', () => {
  expect(asTable([], 80)).toBe('Aucune demande pour le moment.');
  expect(JSON.parse(asJson([]))).toEqual([]);
});

test('times are those of Paris, a month begins with 1er', () => {
  expect(formatMoment('2026-11-21T23:05:00Z')).toBe('22/11/2026 00:05');
  expect(formatDay('2026-11-01')).toBe('dimanche 1er novembre 2026');
  expect(formatDay('2026-11-21')).toBe('samedi 21 novembre 2026');
});

test('without a database or with a wrong option it says what to do and makes nothing', async () => {
  const folder = temporaryFolder();
  rmSync(folder, { recursive: true });
  const env = { DATA_DIR: folder, DATABASE_URL: '' };
  expect(await runTool('inbox', env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no database yet in ${folder}: start the site once with 'npx pnpm start'.\n`,
  });
  expect(await runTool('inbox', env, '--xml')).toMatchObject({
    code: 1,
    stderr: 'Usage: npx pnpm inbox [--csv | --json]\n',
  });
  expect(existsSync(folder)).toBe(false);
});
