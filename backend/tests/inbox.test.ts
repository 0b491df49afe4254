import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { asCsv, asTable, type InboxRequest, type MailState } from '../src/commands/inbox/inbox-requests';
import { inbox } from './support/inbox';

const message: InboxRequest = {
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
  unwanted: false,
  version: 1,
  confirmedDates: [],
  takenDates: [],
  handledAt: null,
  note: null,
  isSpam: false,
  followUp: {},
  mail: null,
};
const booking: InboxRequest = {
  ...message,
  kind: 'reservation',
  message: null,
  dates: ['2026-12-01'],
  status: 'annulee',
  flagged: false,
};

test('the table shows the day, the funding and the state in full', () => {
  const table = asTable([booking, message], 90);
  expect(table).toContain('mardi 1er décembre');
  for (const word of [
    'AGEFICE',
    'annulée',
    'à vérifier',
    '06\u00a012\u00a034\u00a056\u00a078',
    'camille.durand@exemple.fr',
  ]) {
    expect(table).toContain(word);
  }
});

test("a visitor's text cannot control the terminal", () => {
  const table = asTable([{ ...message, name: 'a\u001b[2Jb\u202ec\u200b\u061c\u2060\ufeff', message: '\u009b31m' }], 80);
  expect(table.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

describe('an unsent mail', () => {
  const now = new Date('2026-11-23T12:30:00Z');
  const failed: MailState = {
    id: '1',
    sentAt: null,
    tries: 2,
    lastError: 'EAUTH at AUTH PLAIN: 535 5.7.8 Bad credentials\u001b[2J',
    nextTryAt: '2026-11-23T13:05:00Z',
    givenUpAt: null,
  };
  const givenUp: MailState = { ...failed, nextTryAt: null, givenUpAt: '2026-11-23T10:00:00Z' };
  const sent: MailState = { ...failed, sentAt: '2026-11-22T08:00:00Z', lastError: null, nextTryAt: null };
  const fresh: MailState = { ...failed, tries: 0, lastError: null, nextTryAt: '2026-11-23T12:40:00Z' };
  const table = (...mails: (MailState | null)[]) =>
    asTable(
      mails.map((mail) => ({ ...message, mail })),
      120,
      { now },
    );

  test('mails that were not sent are summarised above the table, with the error and the next try', () => {
    expect(table(failed, { ...failed, id: '2', nextTryAt: '2026-11-23T14:00:00Z' }, sent, null).split('\n')[0]).toBe(
      '2 mails attendent\u00a0: le serveur d’e-mails refuse l’identifiant ou le mot de passe. Prochain essai à 14:05.',
    );
    expect(table({ ...failed, nextTryAt: '2026-11-23T23:30:00Z' })).toMatch(
      /^1 mail attend\u00a0: .*\. Prochain essai le 24\/11\/2026 à 00:30\.\n/,
    );
    expect(table(failed, { ...givenUp, id: '2' })).toMatch(
      /^1 mail attend.*\. 1 mail n’a pas pu partir\u00a0: «\u00a0npx pnpm inbox resend\u00a0» pour réessayer\.\n\n/,
    );
    expect(table(failed)).toContain('mail en attente');
    expect(table(givenUp)).toContain('mail non envoyé');
  });

  test('a mail that is sent, forgotten or due is not mentioned', () => {
    for (const mail of [sent, null, fresh, { ...fresh, nextTryAt: now.toISOString() }]) {
      expect(table(mail)).not.toContain('mail');
      expect(table(mail)).toMatch(/^Reçu le/);
    }
  });

  test('the spreadsheet contains the state of each mail', () => {
    const fields = [sent, failed, givenUp, null].map((mail) =>
      asCsv([{ ...booking, mail }])
        .split('\r\n')[1]
        ?.split(';')
        .at(-3),
    );
    expect(fields).toEqual(['envoyé', 'en attente', 'non envoyé', '']);
  });
});

test('unwanted requests are listed separately, after the others', () => {
  const robot = { ...message, name: 'Robot', unwanted: true, isSpam: true };
  const [requests = '', heading, robots = ''] = asTable([robot, message, booking], 90).split('\n\n');
  expect(heading).toMatch(/^Indésirables \(1\)\u00a0: .*«\u00a0npx pnpm inbox purge unwanted --yes\u00a0»\.$/);
  expect(requests).not.toContain('Robot');
  expect(robots).toContain('Robot');
  expect(robots).not.toMatch(/Camille Durand|à vérifier/);
  expect(asTable([robot], 90)).toMatch(/^Aucune demande pour le moment\.\n\nIndésirables \(1\)/);
});

test('a command that there is not is named before the usage', async () => {
  expect(await inbox({ DATABASE_URL: '' }, 'purge', '--yes')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'There is no "purge --yes". Usage: npx pnpm inbox [--csv | --json | purge [unwanted --yes | flagged --yes] | retention [--confirm] | resend]\n',
  });
});

test('the command without a database prints the remedy and creates nothing', async () => {
  const folder = join(temporaryFolder(), 'none');
  const env = { DATA_DIR: folder, DATABASE_URL: '' };
  expect(await inbox(env)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no database yet in ${folder}: start the site once with 'npx pnpm start'.\n`,
  });
  expect(existsSync(folder)).toBe(false);
});
