import { existsSync, statSync } from 'node:fs';
import { connect, type Database } from '../src/database/postgres';
import { runCommand, startTool, type Tool } from './support/programs';
import { allRows, prepareSites, readBackupRows, type SiteEnv, seedContacts } from './support/temporary-sites';

const sites = prepareSites();
const backup = sites.path();
let siteEnv: SiteEnv;
let owner: Database;

beforeAll(async () => {
  ({ siteEnv, owner } = await sites.withKeys());
  await seedContacts(owner, 2000);
});
afterAll(() => sites.remove());

/** Kills the command with -9 once a condition holds; false if the command ended before. */
async function killWhen(isTime: () => boolean | Promise<boolean>, tool: Tool, on: SiteEnv, folder: string) {
  const { child, printed } = startTool(tool, on, folder);
  let isDone = false;
  void printed.then(() => {
    isDone = true;
  });
  while (!isDone && !(await isTime())) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await printed;
  return child.signalCode === 'SIGKILL';
}

test('a killed backup leaves nothing under its name, and the next one succeeds', async () => {
  const partial = `${backup}.partial/database.jsonl.gz`;
  // Bytes are written only while rows are read, within the transaction.
  const isReading = () => (statSync(partial, { throwIfNoEntry: false })?.size ?? 0) > 0;
  expect(await killWhen(isReading, 'backup', siteEnv, backup)).toBe(true);
  expect([existsSync(backup), existsSync(partial)]).toEqual([false, true]);
  expect(await runCommand('backup', siteEnv, backup)).toMatchObject({ code: 0, stderr: '' });
  expect(readBackupRows(backup)).toEqual(await allRows(owner));
  expect(existsSync(`${backup}.partial`)).toBe(false);
});

test('a killed restore leaves no partial site, and the next one succeeds', async () => {
  const empty = await sites.empty('external');
  const restored = await connect({ connectionString: empty.DATABASE_URL });
  const isLoading = async () => {
    const inserting = await restored.query(
      `select from pg_stat_activity where datname = current_database() and query like 'insert into public.contacts%'`,
    );
    return inserting.length > 0;
  };
  expect(await killWhen(isLoading, 'restore', empty, backup)).toBe(true);
  expect([existsSync(empty.DATA_DIR), existsSync(`${empty.DATA_DIR}.restoring`)]).toEqual([false, true]);
  expect(await restored.query("select to_regclass('public.contacts') as found")).toEqual([{ found: null }]);
  expect(await runCommand('restore', empty, backup)).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(`${empty.DATA_DIR}.restoring`)).toBe(false);
  expect(await allRows(restored)).toEqual(readBackupRows(backup));
  await restored.close();
});
