import { UserError } from '@site/terminal/program';
import { applyMigrations, ensureRoles, INITIAL_VERSION, readMigrations } from '../database/migrate';
import { type Database, transaction } from '../database/postgres';
import { type Header, readLines, readTables, rowStart, SAME_TEXT, type Table } from './layout';

const ROWS_AT_ONCE = 500;

type RowResult = Pick<LoadResult, 'rows' | 'unknownColumns'>;

export interface LoadResult {
  readonly rows: number;
  /** Mails that may have been sent since the backup. */
  readonly waitingMails: number;
  readonly unknownTables: readonly string[];
  /** Columns of the backup that the site does not have, each with its table. */
  readonly unknownColumns: readonly string[];
}

/**
 * Creates the tables of the backup's migrations, inserts its rows, then applies later migrations, all in one
 * transaction. The backup must have been checked, and the database must be empty.
 */
export async function loadDatabase(database: Database, file: string, header: Header): Promise<LoadResult> {
  await ensureRoles(database);
  return transaction(database, async () => {
    await database.script(SAME_TEXT);
    const migrations = readMigrations();
    await applyMigrations(
      database,
      migrations.filter(({ version }) => version <= INITIAL_VERSION || header.migrations.includes(version)),
    );
    const tables = await readTables(database);
    // Tables that the backup does not contain keep the rows that migrations have inserted.
    const saved = tables.filter(({ name }) => header.tables.includes(name));
    const hasEntries = header.tables.includes('private.calendar_entries');
    const { rows, unknownColumns } = await replaceRows(database, file, { saved, hasEntries });
    if (!hasEntries) await database.script(FIND_ENTRIES);
    const newest = header.migrations.at(-1) ?? '';
    for (const [version, sql] of CONVERSIONS) if (newest < version) await database.script(sql);
    await applyMigrations(database, migrations);
    const [waiting] = await database.query<{ mails: number }>('select private.hold_restored_mails() as mails');
    const tableNames = new Set(tables.map(({ name }) => name));
    const unknownTables = header.tables.filter((name) => !tableNames.has(name));
    return { rows, waitingMails: waiting?.mails ?? 0, unknownColumns, unknownTables };
  });
}

/** @throws UserError when the database already has tables of the site */
export async function requireEmpty(database: Database, names: readonly string[]): Promise<void> {
  const [taken] = await database.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null limit 1',
    [names],
  );
  if (!taken) return;
  throw new UserError(
    `The database has tables of a site already (${taken.name}): restore into an empty one; nothing was changed.`,
  );
}

/**
 * Finds the entries in visitors' calendars for a backup from before these were noted. Mails have brought the confirmed
 * days, or those that were known before a mail that waits. A day that was moved without a mail keeps the key of the
 * known day.
 */
const FIND_ENTRIES = `
  create temporary table waiting on commit drop as
    select distinct on (o.ref) o.ref, days.known, days.became
      from private.outbox o, private.known_days(o.ref, o.id) as days
      where o.kind in ('confirmation', 'cancellation') and o.sent_at is null order by o.ref, o.id;
  update public.reservation_dates d set seat = to_char(k.day, 'YYYY-MM-DD')
    from waiting w, unnest(w.known, w.became) as k (day, became)
    where d.reservation_id = w.ref and d.date = k.became and not exists (
      select from public.reservation_dates other where other.reservation_id = w.ref and other.date = k.day);
  with sent as (
    select w.ref, to_char(k.day, 'YYYY-MM-DD') as seat, k.day from waiting w, unnest(w.known) as k (day)
    union
    select d.reservation_id, d.seat, d.date from public.reservation_dates d
      where d.confirmed and d.reservation_id not in (select w.ref from waiting w)
  )
  insert into private.calendar_entries (ref, seat, day)
    select sent.ref, sent.seat, sent.day from sent, private.settings s
      where s.visitor_mails and exists (select from public.reservations r where r.id = sent.ref);`;

/** Changes of rows by migrations, which an older backup lacks. By the version of the migration, oldest first. */
const CONVERSIONS = [
  ['20261128004523', 'update private.opening_rule set confirmed_days = true where version = 1'],
  [
    '20261128081600',
    `insert into private.day_files (ref)
       select r.id from public.reservations r where coalesce(r.convention_sent_on, r.convention_signed_on) is not null
       on conflict do nothing;
     insert into private.day_papers as p (ref, paper, sent_on, signed_on, days)
       select r.id, 'convention', r.convention_sent_on, r.convention_signed_on, private.confirmed_days(r.id)
         from public.reservations r where coalesce(r.convention_sent_on, r.convention_signed_on) is not null
       on conflict (ref, paper) do update set sent_on = excluded.sent_on, signed_on = excluded.signed_on;`,
  ],
  ['20261128110500', 'update private.day_files set seen_at = now() where true'],
  ['20261129205410', 'update private.settings set funding_reminder_days = default where funding_reminder_days = 15'],
  // Only a deposit that came shows that its contrat asked for one.
  [
    '20261129213200',
    `update private.day_papers p set deposit = f.deposit_on is not null
       from private.day_files f
       where f.ref = p.ref and p.paper = 'convention' and p.deposit is null and coalesce(p.sent_on, p.signed_on) is not null`,
  ],
  // A deposit that is stored was allowed when it was noted; a trigger notes what it was.
  [
    '20261130000100',
    `update private.day_files set deposit_on = deposit_on where deposit_on is not null;
     update private.day_papers p set payable_from = f.deposit_on from private.day_files f
       where f.ref = p.ref and p.paper = 'convention' and p.replaces is not null
         and f.deposit_on <= coalesce(p.sent_on, p.signed_on)`,
  ],
  // AGEFICE and FIF-PL had no name: that of an earlier payer is none of a company of the trainee's own.
  [
    '20261130070000',
    `update private.day_files f set payer_name = null from public.reservations r
       where r.id = f.ref and f.payer_name is not null and (private.file_of(r)).payer in ('agefice', 'fifpl')`,
  ],
] as const;

interface Replacement {
  readonly saved: readonly Table[];
  readonly hasEntries: boolean;
}

async function replaceRows(database: Database, file: string, { saved, hasEntries }: Replacement): Promise<RowResult> {
  // Triggers would tidy, count and mail the rows again.
  for (const { name } of saved) await database.script(`alter table ${name} disable trigger user`);
  if (!hasEntries) await database.script('alter table public.reservation_dates enable trigger take_seat');
  for (const { name } of [...saved].reverse()) await database.script(`delete from ${name}`);
  const inserted = await insertRows(database, file, saved);
  for (const { name, counted } of saved) {
    for (const { column, sequence } of counted) {
      await database.query(`select setval($1::regclass, (select max(${column}) from ${name}))`, [sequence]);
    }
    await database.script(`alter table ${name} enable trigger user`);
  }
  return inserted;
}

async function insertRows(database: Database, file: string, tables: readonly Table[]): Promise<RowResult> {
  const starts = tables.map((table) => ({ table, start: rowStart(table.name) }));
  let batch: { table: Table; rows: string[] } | undefined;
  let count = 0;
  const unknownColumns = new Set<string>();
  const flush = async () => {
    if (batch) for (const name of await insert(database, batch.table, batch.rows)) unknownColumns.add(name);
    batch = undefined;
  };
  await readLines(file, async (line) => {
    const text = line.toString();
    const begun = starts.find(({ start }) => text.startsWith(start));
    if (!begun) return;
    if (batch?.table !== begun.table || batch.rows.length === ROWS_AT_ONCE) await flush();
    batch ??= { table: begun.table, rows: [] };
    batch.rows.push(text.slice(begun.start.length, -1));
    count += 1;
  });
  await flush();
  return { rows: count, unknownColumns: [...unknownColumns] };
}

/** A column that was added since the backup takes its default. @returns columns that the table does not have */
async function insert(database: Database, { name, columns }: Table, rows: string[]): Promise<string[]> {
  // All rows of a table in one backup have the same columns.
  const saved = new Set(Object.keys(JSON.parse(rows[0] ?? '{}')));
  const quoted = new Map(columns.map((column) => [unquoted(column), column]));
  const list = [...saved].flatMap((column) => quoted.get(column) ?? []).join(', ');
  await database.query(
    `insert into ${name} (${list}) overriding system value
     select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [`[${rows.join(',')}]`],
  );
  return [...saved].filter((column) => !quoted.has(column)).map((column) => `${name}.${column}`);
}

const unquoted = (identifier: string) => identifier.replace(/^"(.*)"$/, '$1').replaceAll('""', '"');
