import { randomUUID } from 'node:crypto';
import { createFeed } from '@site/backend/feed';
import { readTables } from '@site/backend/tables';
import type { TestBackend } from '@site/backend/tests/support/backend';
import type { RequestMail, SiteRequest } from '@site/supabase/functions/_shared/claimed-mail';
import { composeMail } from '@site/supabase/functions/_shared/compose-mail';
import { answerRemarks, type OwnedRequest } from '@site/supabase/requests';
import { inbox } from '../support/inbox';

const READERS = ['mail', 'table', 'csv', 'space', 'calendar', 'export'] as const;
type Reader = (typeof READERS)[number];

interface Shown {
  /** What a reader shows of the column; one of them suffices. */
  readonly texts: readonly string[];
  /** Readers that do not show it, with the reason. */
  readonly except?: Readonly<Partial<Record<Reader, string>>>;
}

const NO_CALENDAR = { calendar: 'a message has no day' };
const LATER = { mail: 'the mail is sent before the owner acts' };
const FUNDING = ['AGEFICE', '"isAgefice": true', ';oui;'];

/** A string is the reason why no reader shows the column. */
const COLUMNS: Readonly<Record<string, Shown | string>> = {
  'contacts.prenom': { texts: ['Prunelle'], except: NO_CALENDAR },
  'contacts.nom': { texts: ['Nomade'], except: NO_CALENDAR },
  'contacts.email': { texts: ['colonne@exemple.fr'], except: NO_CALENDAR },
  'contacts.telephone': { texts: ['0611111111', '06\u00a011\u00a011\u00a011\u00a011'], except: NO_CALENDAR },
  'contacts.message': { texts: ['Missive'], except: NO_CALENDAR },
  'contacts.is_agefice': { texts: FUNDING, except: NO_CALENDAR },
  'contacts.note': {
    texts: ['Notule'],
    except: { ...LATER, ...NO_CALENDAR, table: 'written in the space' },
  },
  'reservations.name': { texts: ['Réservatrice'] },
  'reservations.email': { texts: ['colonne@exemple.fr'] },
  'reservations.phone': { texts: ['0622222222', '06\u00a022\u00a022\u00a022\u00a022'] },
  'reservations.is_agefice': { texts: FUNDING },
  'reservations.note': {
    texts: ['Remarque'],
    except: { ...LATER, table: 'written in the space' },
  },
  'reservations.status': { texts: ['confirmée', 'Confirmée', '"confirmee"', 'CONFIRMED'] },
  ...Object.fromEntries(
    ['convention_sent_on', 'convention_signed_on', 'paid_on', 'held_on'].map((column, at) => [
      `reservations.${column}`,
      {
        texts: [`2026-01-0${at + 1}`, `0${at + 1}/01/2026`],
        except: { ...LATER, calendar: 'follows the day', table: 'noted in the space' },
      },
    ]),
  ),
  'reservation_dates.date': { texts: ['2099-03-02', '2 mars 2099', '02/03/2099', '20990302'] },
  ...Object.fromEntries(
    ['contacts', 'reservations'].flatMap((table) => [
      [`${table}.id`, 'readers show its beginning, or link to it'],
      [`${table}.created_at`, 'every reader formats it in another way'],
      [`${table}.attempt`, 'recognises a repeated call'],
      [`${table}.flagged`, 'a mark of the server, not an answer'],
      [`${table}.unwanted`, 'a mark of the server, not an answer'],
      [`${table}.is_spam`, 'sorts the list'],
      [`${table}.handled_at`, 'sorts the list of the space'],
      [`${table}.version`, 'detects concurrent changes'],
      [`${table}.shell`, 'counted beside each release'],
      [`${table}.release`, 'counted beside each release'],
    ]),
  ),
  'reservations.by_phone': 'the history begins with it',
  'reservations.made_in': 'the transaction, in which dates may be added',
  'reservation_dates.reservation_id': 'leads to the reservation',
  'reservation_dates.created_at': 'leads to the mail about added dates',
  'reservation_dates.confirmed': 'the status and the calendar show it',
};

const TABLES = ['contacts', 'reservations', 'reservation_dates'];
const EMAIL = 'colonne@exemple.fr';

/** A new column fails here until each reader shows it or the table above says why not. */
export function describeInboxColumns(backend: () => TestBackend): void {
  test('every column of the requests is shown by each reader, or named with the reason why not', async () => {
    const columns = (await readTables(backend().owner)).flatMap(({ name, columns: all }) => {
      const table = name.replace(/^public\./, '');
      return TABLES.includes(table) ? all.map((column) => `${table}.${column.replaceAll('"', '')}`) : [];
    });
    expect(Object.keys(COLUMNS).sort()).toEqual(columns.sort());

    const texts = {
      contacts: await readAll(backend(), 'contacts'),
      reservations: await readAll(backend(), 'reservations'),
    };
    const missing = Object.entries(COLUMNS).flatMap(([column, shown]) => {
      if (typeof shown === 'string') return [];
      const read = column.startsWith('contacts.') ? texts.contacts : texts.reservations;
      const lacking = READERS.filter(
        (one) => !shown.except?.[one] && !shown.texts.some((text) => read[one].includes(text)),
      );
      return lacking.map((reader) => `${column}: ${reader}`);
    });
    expect(missing).toEqual([]);
  });
}

const INSERT = {
  contacts: `insert into public.contacts (id, prenom, nom, email, telephone, message, is_agefice, note)
    values ($1, 'Prunelle', 'Nomade', '${EMAIL}', '0611111111', 'Missive', true, 'Notule')`,
  reservations: `insert into public.reservations (id, name, email, phone, is_agefice, note, status,
      convention_sent_on, convention_signed_on, paid_on, held_on)
    values ($1, 'Réservatrice', '${EMAIL}', '0622222222', true, 'Remarque', 'confirmee',
      '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04')`,
} as const;

/** What each reader shows of one new row. */
async function readAll(
  { owner, env }: TestBackend,
  table: keyof typeof INSERT,
): Promise<Readonly<Record<Reader, string>>> {
  const id = randomUUID();
  await owner.query(INSERT[table], [id]);
  if (table === 'reservations') {
    await owner.query(
      "insert into public.reservation_dates (reservation_id, date, confirmed) values ($1, '2099-03-02', true)",
      [id],
    );
  }
  const run = async (...args: string[]) => (await inbox(env, ...args)).stdout;
  const [row] = await owner.query<{ mail: SiteRequest; space: OwnedRequest }>(
    table === 'contacts'
      ? 'select private.request_json(id) as mail, private.owned_contact_json(c) as space from public.contacts c where id = $1'
      : 'select private.request_json(id) as mail, private.owned_reservation_json(r) as space from public.reservations r where id = $1',
    [id],
  );
  if (!row) throw new Error('The row is not stored.');
  const read = {
    mail: mailOf(row.mail),
    table: await run(),
    csv: await run('--csv'),
    space: JSON.stringify({ ...row.space, remarks: answerRemarks(row.space) }, null, 2),
    calendar: await calendarOf(owner),
    export: await run('export', EMAIL),
  };
  await owner.query(`delete from public.${table} where id = $1`, [id]);
  return read;
}

function mailOf(detail: SiteRequest): string {
  const mail = {
    kind: detail.kind,
    id: '1',
    messageId: randomUUID(),
    attempts: 0,
    detail: { ...detail, clashes: [], clashCount: 0 },
  };
  return composeMail(mail as unknown as RequestMail, {
    from: 'a@exemple.fr',
    to: 'b@exemple.fr',
    product: 'Journée',
    origin: '',
    facts: {},
  }).text;
}

async function calendarOf(owner: TestBackend['owner']): Promise<string> {
  await owner.query("insert into private.owners (email, name) values ('agenda@exemple.fr', 'Ada')");
  await owner.query(
    "insert into private.owner_feeds (owner_id, name_digest) select id, sha256(convert_to('a.ics', 'UTF8')) from private.owners where email = 'agenda@exemple.fr'",
  );
  const calendar = await createFeed(owner, { facts: {} })('a.ics');
  await owner.query("delete from private.owners where email = 'agenda@exemple.fr'");
  return calendar ?? '';
}
