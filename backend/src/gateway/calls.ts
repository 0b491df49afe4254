import { type AllowedCall, action, execute, insert, linkFunction, ownerFunction } from './allowed-call';

/**
 * All calls, by path after /rest/v1/. The gateway refuses all others, so a migration that opens a table, a column or a
 * function must add it here.
 */
export const CALLS: ReadonlyMap<string, AllowedCall> = new Map([
  insert('contacts', {
    prenom: 'text',
    nom: 'text',
    email: 'text',
    telephone: 'text',
    message: 'text',
    is_agefice: 'boolean',
  }),
  insert(
    'reservations',
    { name: 'text', email: 'text', phone: 'text', is_agefice: 'boolean' },
    { readableColumn: 'id' },
  ),
  insert('reservation_dates', { reservation_id: 'uuid', date: 'date' }),
  insert(
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
    { isForPreviews: true },
  ),
  insert('live_pages', { shell: 'text', remote: 'text', release: 'text', route: 'text' }),
  insert('page_speeds', {
    shell: 'text',
    remote: 'text',
    release: 'text',
    route: 'text',
    lcp: 'integer',
    inp: 'integer',
    cls: 'integer',
    ttfb: 'integer',
    fcp: 'integer',
  }),
  execute('closed_days', { first: 'date?', last: 'date?' }, { role: 'anon', method: 'GET' }),
  linkFunction('manage_request'),
  linkFunction('manage_cancel', { version: 'integer' }),
  linkFunction('manage_ask_day', { version: 'integer', from_day: 'date', to_day: 'date' }),
  linkFunction('manage_give_up_day', { version: 'integer', day: 'date' }),
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
  action('owner_confirm', { dates: 'date[]?', also_confirmed: 'boolean?' }),
  action('owner_change_day', { from_day: 'date', to_day: 'date', also_confirmed: 'boolean?' }),
  action('owner_cancel'),
  action('owner_reopen'),
  action('owner_verify'),
  action('owner_handle', { handled: 'boolean' }),
  action('owner_note', { note: 'text' }),
  action('owner_tell', { channel: 'text' }),
  action('owner_follow_up', { step: 'text', day: 'date?' }),
  ownerFunction('owner_add_request', {
    attempt: 'uuid',
    name: 'text',
    email: 'text',
    phone: 'text',
    dates: 'date[]',
    is_agefice: 'boolean',
    note: 'text?',
    tell: 'boolean?',
    also_confirmed: 'boolean?',
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
  ownerFunction('owner_health'),
  ownerFunction('owner_retry_mails'),
  ownerFunction('owner_confirm_retention', { requests: 'integer' }),
]);

/** The tables that visitors write. */
export const TABLES: readonly string[] = [...CALLS.keys()].filter((path) => !path.startsWith('rpc/'));

/** In bytes; a message of 5000 UTF-16 units takes at most 30 kB of JSON, each written as an escape of 6 bytes. */
export const LARGEST_BODY = 64 * 1024;
export const MOST_ROWS = 200;
/** Lists and objects within the arguments of a function. */
export const DEEPEST_ARGUMENTS = 4;
/** Characters of `x-client-info`. */
export const LONGEST_CLIENT_INFO = 4096;
