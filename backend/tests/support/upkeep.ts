import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { connect, type Database } from '../../src/database/postgres';
import { mailFolderOf } from '../../src/worker/mail-files';
import { createTasks } from '../../src/worker/tasks';
import type { TestBackend } from './backend';
import { until } from './cases';
import { ownerCalls } from './owner';
import { contact } from './rows';
import { attemptHeader, visitor } from './visitor';

/** A mail as a worker claims it. */
export interface Claim {
  readonly id: string;
  readonly kind: string;
  readonly messageId: string;
  readonly attempts: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Reads and changes a backend's outbox as its worker and its owner do. */
export function outboxOf(backend: () => TestBackend) {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  return {
    query,
    empty: () => query('delete from private.outbox'),
    /** Empties it, and removes what causes a mail of concerns. */
    quiet: () =>
      backend().owner.script(
        `delete from private.outbox;
         delete from public.incidents; delete from private.incident_reports;
         delete from private.page_counts; delete from private.servers;
         delete from public.contacts where created_at < now() - interval '1 day';
         delete from public.reservations where created_at < now() - interval '1 day';
         delete from public.reservation_dates where confirmed;
         update private.upkeep set reminded_at = now()`,
      ),
    claim: async () => (await query<Claim>('select * from private.claim_mail()'))[0],
    row: async (id: string) =>
      (await query<Record<string, unknown>>('select * from private.outbox where id = $1', [id]))[0],
    /** Seconds until the mail may go. */
    waitOf: async (id: string) =>
      (
        await query<{ wait: number }>(
          'select round(extract(epoch from not_before - now()))::integer as wait from private.outbox where id = $1',
          [id],
        )
      )[0]?.wait ?? 0,
    /** Sends a contact message. @returns the id of its row */
    sendContact: async () => {
      const attempt = randomUUID();
      await visitor(backend()).post('contacts', contact, attemptHeader(attempt));
      const [sent] = await query<{ id: string }>('select id from public.contacts where attempt = $1', [attempt]);
      return sent?.id ?? '';
    },
  };
}

/** Calls while a worker is in a transaction, which ends once the call waits for it or is over. */
export async function callDuring<Answer>(
  { owner, env }: TestBackend,
  statement: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const worker = await connect({ connectionString: env.DATABASE_URL ?? '' });
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  try {
    await worker.script(`begin; ${statement}`);
    const calling = call();
    await Promise.race([calling, until(async () => (await owner.query(waiting)).length > 0)]);
    await worker.script('commit');
    return await calling;
  } finally {
    await worker.close();
  }
}

interface Outcome {
  readonly removed: { readonly requests: number; readonly mails: number; readonly incidents: number };
  readonly held: Readonly<Record<string, unknown>> | null;
}

/** Runs retention on requests of any age. */
export function retentionOf(backend: () => TestBackend) {
  const { query, quiet } = outboxOf(backend);
  return {
    query,
    run: async (confirmed = false, database: Pick<Database, 'query'> = backend().owner) => {
      const [row] = await database.query<{ outcome: Outcome }>('select private.apply_retention($1) as outcome', [
        confirmed,
      ]);
      return row?.outcome;
    },
    add: (count: number, age: string) =>
      query(
        `insert into public.contacts (prenom, nom, email, telephone, created_at)
         select 'Camille', 'Durand', gen_random_uuid() || '@held.fr', '0612345678', now() - $2::interval
         from generate_series(1, $1)`,
        [count, age],
      ),
    countContacts: async () => (await query('select from public.contacts')).length,
    heldMails: async () => {
      await query('select private.queue_concerns()');
      return query("select from private.outbox where kind = 'concerns'");
    },
    /** Removes all requests, and what retention and the outbox have stored. */
    reset: async () => {
      await quiet();
      await backend().owner.script(
        `delete from public.contacts; delete from public.reservations; delete from private.erased_requests;
         update private.retention_state set last_run_at = now(), seen_at = now(), held_at = null, held_reason = null`,
      );
    },
  };
}

interface Health {
  readonly backup: Record<string, unknown> | null;
  readonly disks: readonly Record<string, unknown>[] | null;
  readonly concerns: readonly Record<string, unknown>[];
}

export const GIGABYTE = 1_000_000_000;
/** The report of a healthy server. */
export const server = {
  host: 'atelier',
  dataDir: '/var/lib/site',
  freeBytes: 20 * GIGABYTE,
  totalBytes: 40 * GIGABYTE,
  backupDir: '/var/lib/site/backups',
  backupFreeBytes: 20 * GIGABYTE,
  backupTotalBytes: 40 * GIGABYTE,
  sameDisk: true,
  siteGaps: [] as string[],
};
export const exampleBackup = {
  host: 'atelier',
  folder: '/var/lib/site/backups/site-20261123T020004Z',
  sameDisk: true,
  withReleases: true,
  rows: 120,
  bytes: 4_200_000,
};

/** Calls of the servers and of the owner about backups and disks. */
export function upkeepOf(backend: () => TestBackend) {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const claim = async (at: string) =>
    (await query<{ given: boolean }>('select private.claim_backup($1) as given', [at]))[0]?.given;
  const finish = (at: string) => query('select private.backup_made($1, $2)', [JSON.stringify(exampleBackup), at]);
  const fail = (at: string, why = 'full') => query('select private.backup_failed($1, $2)', [why, at]);
  const report = (changes: Partial<typeof server> = {}) =>
    query('select private.report_server($1)', [JSON.stringify({ ...server, ...changes })]);
  const concerns = async () => {
    const [row] = await query<{ list: Health['concerns'] | null }>('select private.concerns() as list');
    return row?.list ?? null;
  };
  const concernsOf = async (kind: string) => (await concerns())?.filter((one) => one.kind === kind) ?? [];
  const health = () => ownerCalls(backend).read<Health>('health');

  return { query, claim, finish, fail, report, concerns, concernsOf, health };
}

/** The tasks of a worker that has just started. */
export function startTasks({ dataDir, owner }: TestBackend, siteGaps: readonly string[] = []) {
  const folder = mailFolderOf(dataDir);
  const printed: string[] = [];
  const server = { dataDir, backupDir: join(dataDir, 'backups'), siteGaps };
  return { ...createTasks(owner, { folder, server }, (line) => printed.push(line)), printed };
}
