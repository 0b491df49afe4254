import { randomUUID } from 'node:crypto';
import { readTables } from '@site/backend/backup/layout';
import { runInbox } from '@site/backend/run-inbox';
import type { TestBackend } from '@site/backend/tests/support/backend';
import { BOOKING_FIELDS, CONTACT_FIELDS, type FormFields, type ValuesOf } from '@site/contract/form-fields';
import { recapOf } from '@site/forms/fields';
import type { Booking } from '@site/remote-booking/src/api/booking';
import { createReservation } from '@site/remote-booking/src/api/reservation';
import { BookingForm, bookingRecap } from '@site/remote-booking/src/form/booking-form';
import { type ContactMessage, sendContactMessage } from '@site/remote-contact/src/api/send-contact-message';
import { ContactForm } from '@site/remote-contact/src/form/contact-form';
import { UiProvider } from '@site/shared-ui';
import { fakeHost } from '@site/shared-ui/testing';
import type { RequestMail, StoredRequest } from '@site/supabase/functions/_shared/claimed-mail';
import { createFeed } from '@site/supabase/functions/_shared/mail/feed';
import { writeMail } from '@site/supabase/functions/_shared/mail/write-mail';
import { answerRemarks, type OwnedRequest } from '@site/supabase/requests';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

const READERS = ['form', 'recap', 'mail', 'table', 'csv', 'space', 'calendar', 'export'] as const;
type Reader = (typeof READERS)[number];
type Readings = Readonly<Record<Reader, string>>;

async function readMessage(backend: TestBackend, message: ContactMessage): Promise<Readings> {
  const idempotencyKey = randomUUID();
  expect(await sendContactMessage(backend, { idempotencyKey }, message)).toEqual({ ok: true });
  await backend.owner.query("update public.contacts set note = 'Notule' where attempt = $1", [idempotencyKey]);
  return {
    form: pageOf(ContactForm),
    recap: JSON.stringify(recapOf(CONTACT_FIELDS, message)),
    ...(await readStored(backend, 'contacts', idempotencyKey)),
  };
}

async function readBooking(backend: TestBackend, booking: Booking): Promise<Readings> {
  const idempotencyKey = randomUUID();
  const { dates, ...reservation } = booking;
  const created = await createReservation(backend, { idempotencyKey }, reservation);
  await backend.owner.query(
    `with confirmed as (
       update public.reservations set note = 'Remarque', status = 'confirmee', convention_sent_on = '2026-01-01',
         convention_signed_on = '2026-01-02', paid_on = '2026-01-03', held_on = '2026-01-04'
       where attempt = $1 returning id)
     insert into public.reservation_dates (reservation_id, date, confirmed)
       select id, date, date = $2 from confirmed, unnest($3::date[]) as date`,
    [idempotencyKey, dates[0], dates],
  );
  expect(created).toMatchObject({ ok: true });
  return {
    form: pageOf(BookingForm),
    recap: bookingRecap(booking)
      .map(({ value }) => renderToString(createElement(UiProvider, null, value)))
      .join('\n'),
    ...(await readStored(backend, 'reservations', idempotencyKey)),
  };
}

const pageOf = (form: typeof BookingForm | typeof ContactForm) =>
  renderToString(createElement(UiProvider, null, createElement(form, { host: fakeHost() })));

const OWNED = {
  contacts: 'private.owned_contact_json(request)',
  reservations: 'private.owned_reservation_json(request)',
} as const;

/** What each reader shows of the only stored request, which is removed. */
async function readStored({ owner, env }: TestBackend, table: keyof typeof OWNED, idempotencyKey: string) {
  const run = (...args: string[]) => runInbox(args, { env, width: undefined });
  const [row] = await owner.query<{ mail: StoredRequest; space: OwnedRequest }>(
    `select private.request_json(id) as mail, ${OWNED[table]} as space from public.${table} request where attempt = $1`,
    [idempotencyKey],
  );
  if (!row) throw new Error('The row is not stored.');
  const [, csv = ''] = (await run('--csv')).split('\r\n');
  const [person] = await owner.query<{ person: object }>('select public.owner_person($1) as person', [row.mail.email]);
  const read = {
    mail: mailOf(row.mail),
    table: await run(),
    csv,
    space: shownInSpace(row.space),
    calendar: await calendarOf(owner),
    export: JSON.stringify(person?.person),
  };
  await owner.query(`delete from public.${table} where attempt = $1`, [idempotencyKey]);
  return read;
}

/** What the space gets of a request, with further answers as its remarks. Its own tests look whether it shows them. */
function shownInSpace(request: OwnedRequest): string {
  const { name, email, phone, message, dates, status, note, followUp } = request;
  return JSON.stringify({
    name,
    email,
    phone,
    message,
    dates,
    status,
    note,
    followUp,
    remarks: answerRemarks(request),
  });
}

function mailOf(detail: StoredRequest): string {
  const mail = {
    kind: detail.kind,
    id: '1',
    messageId: randomUUID(),
    detail: { ...detail, clashes: [], clashCount: 0 },
  };
  return writeMail(mail as unknown as RequestMail, {
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
  // Long lines go on after a line break.
  return calendar?.replaceAll('\r\n ', '') ?? '';
}

interface Display {
  /** The field in which visitors type it. */
  readonly field?: string;
  /** What a reader shows of the column; one of them suffices. */
  readonly texts: readonly string[];
  /** Readers that do not show it, with the reason. */
  readonly except?: Readonly<Partial<Record<Reader, string>>>;
}

const NO_CALENDAR = { calendar: 'a message has no day' };
const BY_OWNER = { form: 'the owner writes it', recap: 'the owner writes it' };
const LATER = { ...BY_OWNER, mail: 'the mail is sent before the owner acts' };

const DAYS_WANTED = BOOKING_FIELDS.daysWanted.options;

/** Values whose readers show them in another form; every other text is its own name. */
const SAMPLES: Readonly<Record<string, string>> = {
  email: 'colonne@exemple.fr',
  telephone: '0611111111',
  phone: '0611111111',
  daysWanted: 'all',
};
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  telephone: ['0611111111', '06\u00a011\u00a011\u00a011\u00a011', '06 11 11 11 11'],
  phone: ['0611111111', '06\u00a011\u00a011\u00a011\u00a011', '06 11 11 11 11'],
  isAgefice: ['AGEFICE', '"isAgefice":true', ';oui;', 'Souhaité'],
  daysWanted: [DAYS_WANTED.all, '"daysWanted":"all"'],
};

const sampleOf = (name: string) => SAMPLES[name] ?? `Valeur de ${name}`;

const valuesOf = <Fields extends FormFields>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, kind === 'checkbox' || sampleOf(name)]),
  ) as ValuesOf<Fields>;

/** Names the fields that some readers leave out, and why. */
const LEFT_OUT: Readonly<Record<string, Display['except']>> = {
  daysWanted: { form: 'asked once there are several dates', calendar: 'has the confirmed days' },
};

const declared = (table: string, fields: FormFields, except?: Display['except']) =>
  Object.entries(fields).map(([field, { column }]): [string, Display] => [
    `${table}.${column}`,
    { field, texts: SHOWN[field] ?? [sampleOf(field)], except: { ...except, ...LEFT_OUT[field] } },
  ]);

/** A string is the reason why no reader shows the column. */
const COLUMNS: Readonly<Record<string, Display | string>> = {
  ...Object.fromEntries([
    ...declared('contacts', CONTACT_FIELDS, NO_CALENDAR),
    ...declared('reservations', BOOKING_FIELDS),
  ]),
  'contacts.note': { texts: ['Notule'], except: { ...LATER, ...NO_CALENDAR, table: 'written in the space' } },
  'reservations.note': { texts: ['Remarque'], except: { ...LATER, table: 'written in the space' } },
  'reservations.status': { texts: ['confirmée', 'Confirmée', '"confirmee"', 'CONFIRMED'], except: BY_OWNER },
  ...Object.fromEntries(
    ['convention_sent_on', 'convention_signed_on', 'paid_on', 'held_on'].map((column, at) => [
      `reservations.${column}`,
      {
        texts: [`2026-01-0${at + 1}`, `0${at + 1}/01/2026`],
        except: { ...LATER, calendar: 'follows the day', table: 'noted in the space' },
      },
    ]),
  ),
  'reservation_dates.date': { field: 'dates', texts: ['2099-03-02', '2 mars 2099', '02/03/2099', '20990302'] },
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
  'reservations.day_cents': 'papers, sums and mails to the visitor multiply it by the days',
  'reservations.made_in': 'the transaction, in which dates may be added',
  'reservation_dates.reservation_id': 'leads to the reservation',
  'reservation_dates.created_at': 'leads to the mail about added dates',
  'reservation_dates.seat': 'names the day in calendars',
  'reservation_dates.declined': 'the page of the visitor’s link shows it',
  'reservation_dates.confirmed': 'the status and the calendar show it',
};

const TABLES = ['contacts', 'reservations', 'reservation_dates'];
/**
 * The way of each answer: form, call, database, readers. A declared field fails here without its column, or where the
 * database does not hand it to a reader; another column until the table above gives the reason why no reader shows it.
 */
export function describeRequestColumns(backend: () => TestBackend): void {
  test('every field of the forms is stored and shown by each reader of requests, and every column named', async () => {
    const columns = (await readTables(backend().owner)).flatMap(({ name, columns: all }) => {
      const table = name.replace(/^public\./, '');
      return TABLES.includes(table) ? all.map((column) => `${table}.${column.replaceAll('"', '')}`) : [];
    });
    expect(Object.keys(COLUMNS).sort()).toEqual(columns.sort());
    const contacts = await readMessage(backend(), valuesOf(CONTACT_FIELDS));
    const reservations = await readBooking(backend(), {
      ...valuesOf(BOOKING_FIELDS),
      dates: ['2099-03-02', '2099-03-03'],
    });
    expect(Object.keys(COLUMNS).flatMap((column) => lacking(column, { contacts, reservations }))).toEqual([]);
  });
}

function lacking(column: string, readings: Readonly<Record<'contacts' | 'reservations', Readings>>): string[] {
  const declared = COLUMNS[column];
  if (typeof declared !== 'object') return [];
  const read = column.startsWith('contacts.') ? readings.contacts : readings.reservations;
  return READERS.filter((reader) => {
    if (declared.except?.[reader]) return false;
    const texts = reader === 'form' ? [`id="field-${declared.field}"`] : declared.texts;
    return !texts.some((text) => read[reader].includes(text));
  }).map((reader) => `${column}: ${reader}`);
}
