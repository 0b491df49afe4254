import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { installPostgres } from './support/install-postgres';
import { preparePlaces } from './support/places';
import { contact } from './support/rows';
import { runMain } from './support/run-main';
import { runTool } from './support/run-tool';
import { until } from './support/until';
import { visitor } from './support/visitor';

jest.setTimeout(300_000);

const places = preparePlaces();
const older = installPostgres('^17.10.0-beta.1');
afterAll(async () => {
  older.remove();
  await places.remove();
});

test('a site of PostgreSQL 17 moves to 18 with its last daily backup, as the refusal says', async () => {
  // Without the template of the run, which is of another version.
  const place = { ...(await places.empty('local')), DATABASE_TEMPLATE: '' };
  const backupDir = join(place.DATA_DIR, 'backups');
  const before = runMain({ ...place, POSTGRES_BIN: older.bin, BACKUP_DIR: backupDir });
  const site = await before.ready;
  expect(await visitor(site).post('contacts', contact)).toMatchObject({ status: 201 });
  before.child.kill('SIGTERM');
  await before.exit;
  const backup = places.path();
  expect(await runTool('backup', { ...place, POSTGRES_BIN: older.bin }, backup)).toMatchObject({ code: 0 });

  const refused = runMain(place);
  expect(await refused.exit).toMatchObject({ code: 1 });
  expect(refused.stderr()).toMatch(/was made by PostgreSQL 17, and this is PostgreSQL 18: move .* restore /);
  renameSync(place.DATA_DIR, `${place.DATA_DIR}-17`);
  // Without OWNER_EMAIL the mail of the request waits.
  const stderr = expect.stringMatching(/^Unsent mails of the backup, .*: 1\. .*\n$/);
  expect(await runTool('restore', place, backup)).toMatchObject({ code: 0, stderr });

  const after = runMain(place);
  const again = await after.ready;
  expect(again.anonKey).toBe(site.anonKey);
  const { stdout } = await runTool('inbox', place, '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ kind: 'contact', name: 'Camille Durand' }]);
  after.child.kill('SIGTERM');
  await after.exit;
  await until(() => after.child.exitCode === 0);
});
