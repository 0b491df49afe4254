type ColumnKind = 'text' | 'boolean';

export interface AllowedCall {
  readonly method: 'POST';
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly closedColumns: readonly string[];
  /** The generated column, which the database refuses with another error. */
  readonly identityColumn?: string;
  /** The only column of a new row that `select` with `prefer: return=representation` may return. */
  readonly readableColumn?: string;
}

/**
 * The calls that visitors may make, by table. The gateway refuses all others, so a migration that opens a table or a
 * column to visitors must add it here.
 */
export const ALLOWED_CALLS: ReadonlyMap<string, AllowedCall> = new Map<string, AllowedCall>([
  [
    'contacts',
    {
      method: 'POST',
      columns: {
        prenom: 'text',
        nom: 'text',
        email: 'text',
        telephone: 'text',
        message: 'text',
        is_agefice: 'boolean',
      },
      closedColumns: ['id', 'created_at', 'attempt', 'flagged', 'unwanted', 'version', 'handled_at', 'note', 'is_spam'],
    },
  ],
  [
    'reservations',
    {
      method: 'POST',
      columns: { name: 'text', email: 'text', phone: 'text', is_agefice: 'boolean' },
      closedColumns: [
        'id',
        'created_at',
        'made_in',
        'status',
        'attempt',
        'flagged',
        'unwanted',
        'version',
        'handled_at',
        'note',
        'is_spam',
      ],
      readableColumn: 'id',
    },
  ],
  [
    'reservation_dates',
    {
      method: 'POST',
      columns: { reservation_id: 'text', date: 'text' },
      closedColumns: ['created_at', 'confirmed'],
    },
  ],
  [
    'incidents',
    {
      method: 'POST',
      columns: { remote: 'text', release: 'text', phase: 'text', code: 'text', route: 'text', preview: 'boolean' },
      closedColumns: ['id', 'created_at'],
      identityColumn: 'id',
    },
  ],
]);

/** Functions that owners may call with their access token. Each begins with `private.require_owner()`. */
export const OWNER_FUNCTIONS: ReadonlySet<string> = new Set([
  'owner_me',
  'owner_sessions',
  'owner_end_session',
  'owner_requests',
  'owner_request',
  'owner_confirm',
  'owner_change_day',
  'owner_cancel',
  'owner_reopen',
  'owner_handle',
  'owner_note',
  'owner_spam',
  'owner_export',
  'owner_person',
  'owner_erase_person',
  'owner_days',
  'owner_set_days',
  'owner_agenda',
  'owner_feed',
  'owner_renew_feed',
  'owner_health',
  'owner_confirm_retention',
]);

/** Functions that visitors may read with GET, with the pattern of each argument. */
export const PUBLIC_FUNCTIONS: ReadonlyMap<string, Readonly<Record<string, RegExp>>> = new Map([
  ['closed_days', { first: /^\d{4}-\d\d-\d\d$/, last: /^\d{4}-\d\d-\d\d$/ }],
]);

/** In bytes; a message of 5000 UTF-16 units takes at most 30 kB of JSON, each written as an escape of 6 bytes. */
export const LARGEST_BODY = 64 * 1024;
export const MOST_ROWS = 200;
/** Lists and objects within the arguments of a function. */
export const DEEPEST_ARGUMENTS = 4;
/** Characters of `x-client-info`. */
export const LONGEST_CLIENT_INFO = 4096;
