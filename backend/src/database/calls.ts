import { BOOKING_FIELDS, CONTACT_FIELDS, type FormFields } from '@site/contract/form-fields';

export type Role = 'anon' | 'authenticated';

type SqlTypes = Readonly<Record<string, string>>;

export interface AllowedCall {
  readonly method: 'GET' | 'POST';
  readonly role: Role;
  /** Columns of a table, or arguments of a function. A type that ends in `?` is that of an optional argument. */
  readonly accepts: SqlTypes;
  /** Accepted from sandboxed pages of previews, which send `Origin: null`; for a table, only rows with `preview`. */
  readonly isForPreviews?: boolean;
  /**
   * A report that pages send by themselves. Nothing is stored when `User-Agent` names a program, as a search engine.
   */
  readonly isReport?: boolean;
  /** The only column of a new row that `select` with `prefer: return=representation` may return. */
  readonly readableColumn?: string;
  /** The statement for the names that were sent, which are all in `accepts`. Its one parameter is JSON. */
  readonly statement: (given: readonly string[], returnsRow?: boolean) => string;
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** The call with which a visitor inserts a row into a table. */
export const insertCall = (
  table: string,
  accepts: SqlTypes,
  { readableColumn, ...more }: Pick<AllowedCall, 'isForPreviews' | 'isReport' | 'readableColumn'> = {},
): [string, AllowedCall] => [
  table,
  {
    method: 'POST',
    role: 'anon',
    accepts,
    ...more,
    ...(readableColumn !== undefined && { readableColumn }),
    statement: (given, returnsRow = false) => {
      const rows =
        given.length > 0
          ? `(${quoted(given)}) select ${quoted(given)} from json_populate_recordset(null::public."${table}", $1)`
          : 'default values';
      return `insert into public."${table}" ${rows}${returnsRow ? ` returning "${readableColumn}"` : ''}`;
    },
  },
];

export const functionCall = (
  name: string,
  accepts: SqlTypes,
  { role, method = 'POST' }: { readonly role: Role; readonly method?: AllowedCall['method'] },
): [string, AllowedCall] => [
  `rpc/${name}`,
  {
    method,
    role,
    accepts,
    isForPreviews: method === 'GET',
    statement: (given) => {
      const types = given.map((argument) => `"${argument}" ${accepts[argument]?.replace('?', '')}`);
      const assignments = given.map((argument) => `"${argument}" => given."${argument}"`);
      const source = given.length > 0 ? ` from json_to_record($1) as given (${types.join(', ')})` : '';
      return `select public."${name}"(${assignments.join(', ')})::text as body${source}`;
    },
  },
];

/** Begins with `private.require_owner()` in the database. */
const ownerFunction = (name: string, accepts: SqlTypes = {}) => functionCall(name, accepts, { role: 'authenticated' });

/** Called with a link to a request. Its secret is never in an address. */
const linkFunction = (name: string, further: SqlTypes = {}) =>
  functionCall(name, { secret: 'text', ...further }, { role: 'anon' });

/** An action on one request, with the version that the owner has seen. */
export const requestAction = (name: string, further: SqlTypes = {}) =>
  ownerFunction(name, { id: 'uuid', version: 'integer', ...further });

const columnsOf = (fields: FormFields): SqlTypes =>
  Object.fromEntries(
    Object.values(fields).map(({ column, kind }) => [column, kind === 'checkbox' ? 'boolean' : 'text']),
  );

/**
 * All calls, by path after /rest/v1/. The gateway refuses all others, so a migration that opens a table, a column or a
 * function must add it here; columns of the two forms follow form-fields.ts.
 */
export const CALLS: ReadonlyMap<string, AllowedCall> = new Map([
  insertCall('contacts', columnsOf(CONTACT_FIELDS)),
  insertCall('reservations', columnsOf(BOOKING_FIELDS), { readableColumn: 'id' }),
  insertCall('reservation_dates', { reservation_id: 'uuid', date: 'date' }),
  insertCall(
    'incidents',
    {
      remote: 'text',
      release: 'text',
      phase: 'text',
      code: 'text',
      route: 'text',
      preview: 'boolean',
      mended: 'text',
      script: 'text',
      line: 'integer',
      column: 'integer',
      thrown_in: 'text',
    },
    { isForPreviews: true, isReport: true },
  ),
  insertCall('live_pages', { shell: 'text', remote: 'text', release: 'text', route: 'text' }, { isReport: true }),
  insertCall(
    'page_speeds',
    {
      shell: 'text',
      remote: 'text',
      release: 'text',
      route: 'text',
      lcp: 'integer',
      inp: 'integer',
      cls: 'integer',
      ttfb: 'integer',
      fcp: 'integer',
    },
    { isReport: true },
  ),
  functionCall('closed_days', { first: 'date?', last: 'date?' }, { role: 'anon', method: 'GET' }),
  functionCall('send_link_again', { attempt: 'uuid' }, { role: 'anon' }),
  linkFunction('manage_request'),
  linkFunction('manage_cancel', { version: 'integer' }),
  linkFunction('manage_ask_day', { version: 'integer', from_day: 'date', to_day: 'date' }),
  linkFunction('manage_give_up_day', { version: 'integer', day: 'date' }),
  linkFunction('manage_want_days', { version: 'integer', days_wanted: 'text' }),
  linkFunction('manage_day_file'),
  linkFunction('manage_fill_day_file', { version: 'integer', changes: 'json' }),
  linkFunction('manage_answer', { answers: 'json' }),
  ownerFunction('owner_me'),
  ownerFunction('owner_sessions'),
  ownerFunction('owner_end_session', { id: 'uuid' }),
  ownerFunction('owner_requests', {
    filter: 'text?',
    search: 'text?',
    before: 'text?',
    size: 'integer?',
    oldest: 'boolean?',
  }),
  ownerFunction('owner_request', { id: 'uuid' }),
  requestAction('owner_confirm', { dates: 'date[]?', also_confirmed: 'date[]?' }),
  requestAction('owner_change_day', { from_day: 'date', to_day: 'date', also_confirmed: 'date[]?' }),
  requestAction('owner_cancel', { reason: 'text?' }),
  requestAction('owner_reopen'),
  requestAction('owner_see_given_up', { refunded_on: 'date?' }),
  requestAction('owner_verify'),
  requestAction('owner_handle', { handled: 'boolean' }),
  requestAction('owner_note', { note: 'text' }),
  requestAction('owner_tell', { channel: 'text' }),
  requestAction('owner_follow_up', { step: 'text', day: 'date?', print: 'text?' }),
  ownerFunction('owner_day_file', { id: 'uuid' }),
  ownerFunction('owner_see_day_file', { id: 'uuid' }),
  requestAction('owner_change_day_file', { changes: 'json' }),
  requestAction('owner_mark_paper', { paper: 'text', step: 'text', day: 'date?', print: 'text?' }),
  requestAction('owner_leave_paper', { paper: 'text', print: 'text' }),
  ownerFunction('owner_add_request', {
    attempt: 'uuid',
    name: 'text',
    email: 'text',
    phone: 'text',
    dates: 'date[]',
    is_agefice: 'boolean',
    note: 'text?',
    tell: 'boolean?',
    also_confirmed: 'date[]?',
  }),
  ownerFunction('owner_spam', { ids: 'uuid[]', expected: 'integer?' }),
  ownerFunction('owner_handle_all', { ids: 'uuid[]', expected: 'integer?' }),
  ownerFunction('owner_export'),
  ownerFunction('owner_person', { email: 'text' }),
  ownerFunction('owner_erase_person', { email: 'text', typed: 'text' }),
  ownerFunction('owner_days'),
  ownerFunction('owner_set_days', {
    weekly: 'boolean[]',
    holidays: 'boolean',
    off: 'date[]',
    periods: 'json',
    confirmedDays: 'boolean',
    noticeDays: 'integer',
    horizonDays: 'integer',
    version: 'integer',
  }),
  ownerFunction('owner_agenda', { first: 'date', last: 'date' }),
  ownerFunction('owner_feed'),
  ownerFunction('owner_renew_feed'),
  ownerFunction('owner_push'),
  ownerFunction('owner_add_push', { endpoint: 'text', p256dh: 'text', auth: 'text' }),
  ownerFunction('owner_remove_push'),
  ownerFunction('owner_own_calendar'),
  ownerFunction('owner_set_own_calendar', { address: 'text' }),
  ownerFunction('owner_read_own_calendar'),
  ownerFunction('owner_today'),
  ownerFunction('owner_figures'),
  ownerFunction('owner_training_year', { year: 'integer' }),
  ownerFunction('owner_report_year', { year: 'integer', filed: 'boolean' }),
  ownerFunction('owner_health'),
  ownerFunction('owner_retry_mails'),
  ownerFunction('owner_mail_records'),
  ownerFunction('owner_confirm_retention', { requests: 'integer' }),
]);

export const TABLES: readonly string[] = [...CALLS.keys()].filter((path) => !path.startsWith('rpc/'));
