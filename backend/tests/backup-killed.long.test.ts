import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../src/database/postgres';
import { readBackupRows } from './support/backup-rows';
import { allRows, kinds, type Place, preparePlaces } from './support/places';
import { contact } from './support/rows';
import { runTool, startTool, type Tool } from './support/run-tool';
import { type RunningSite, startSite } from './support/running-site';
import { seedContacts } from './support/seed';
import { visitor } from './support/visitor';

// For busy machines.
jest.setTimeout(240_000);

const places = preparePlaces();
afterAll(() => places.remove());

/** Kills the command with -9 once a condition holds; false if the command ended before. */
async function killWhen(isTime: () => boolean | Promise<boolean>, tool: Tool, place: Place, folder: string) {
  const { child, printed } = startTool(tool, place, folder);
  let isDone = false;
  printed.then(() => {
    isDone = true;
  });
  while (!isDone && !(await isTime())) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await printed;
  return child.signalCode === 'SIGKILL';
}

for (const kind of kinds) {
  describe(`with a ${kind} database`, () => {
    let place: Place;
    let site: RunningSite;
    const backup = places.path();
    beforeAll(async () => {
      place = await places.empty(kind);
      site = await startSite(place);
      await seedContacts(site.owner, 20_000);
    });
    afterAll(() => site?.stop());

    test('a killed backup leaves nothing under its name, and the site keeps running', async () => {
      const draft = `${backup}.partial/database.jsonl.gz`;
      // Bytes are written only while rows are read, within the transaction.
      const isReading = () => (statSync(draft, { throwIfNoEntry: false })?.size ?? 0) > 0;
      expect(await killWhen(isReading, 'backup', place, backup)).toBe(true);
      expect([existsSync(backup), existsSync(draft)]).toEqual([false, true]);
      expect(await visitor(site).post('contacts', contact)).toMatchObject({ status: 201 });
      expect(await runTool('backup', place, backup)).toMatchObject({ code: 0, stderr: '' });
      expect(readBackupRows(backup)).toHaveLength((await allRows(site.owner)).length);
      expect(existsSync(`${backup}.partial`)).toBe(false);
    });

    test('a killed restore leaves no partial site, and the next restore succeeds', async () => {
      const empty = await places.empty(kind);
      const owner = kind === 'external' ? await connect({ connectionString: empty.DATABASE_URL }) : null;
      const isLoading = async () => {
        if (!owner) return existsSync(join(`${empty.DATA_DIR}.restoring`, 'database/data/PG_VERSION'));
        const inserting = await owner.query(
          `select from pg_stat_activity where datname = current_database() and query like 'insert into public.contacts%'`,
        );
        return inserting.length > 0;
      };
      expect(await killWhen(isLoading, 'restore', empty, backup)).toBe(true);
      expect([existsSync(empty.DATA_DIR), existsSync(`${empty.DATA_DIR}.restoring`)]).toEqual([false, true]);
      if (owner) {
        expect(await owner.query("select to_regclass('public.contacts') as found")).toEqual([{ found: null }]);
      }
      await owner?.close();
      expect(await runTool('restore', empty, backup)).toMatchObject({ code: 0, stderr: '' });
      expect(existsSync(`${empty.DATA_DIR}.restoring`)).toBe(false);
      const again = await startSite(empty);
      expect(await allRows(again.owner)).toEqual(readBackupRows(backup));
      await again.stop();
    });
  });
}

test('the second of two simultaneous backups into one folder is refused', async () => {
  const place = await places.empty('local');
  await (await startSite(place)).stop();
  const folder = places.path();
  const ends = await Promise.all([1, 2].map(() => runTool('backup', place, folder)));
  expect(ends.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(ends.map(({ stderr }) => stderr).join('')).toMatch(/is filling .*: wait until it has ended|exists already/);
  expect(readBackupRows(folder).length).toBeGreaterThan(0);
});
