import type { TestBackend } from './backend';
import { ownerCalls } from './owner-calls';

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
/** The stored record of a successful backup. */
export const madeBackup = {
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
  const finish = (at: string) => query('select private.backup_made($1, $2)', [JSON.stringify(madeBackup), at]);
  const fail = (at: string, why = 'full') => query('select private.backup_failed($1, $2)', [why, at]);
  const report = (changes: Partial<typeof server> = {}) =>
    query('select private.report_server($1)', [JSON.stringify({ ...server, ...changes })]);
  const concerns = async () => {
    const [row] = await query<{ list: Health['concerns'] | null }>('select private.concerns() as list');
    return row?.list ?? null;
  };
  const concernsOf = async (kind: string) => (await concerns())?.filter((one) => one.kind === kind) ?? [];
  const health = async () => (await ownerCalls(backend())).read<Health>('health');

  return { query, claim, finish, fail, report, concerns, concernsOf, health };
}
