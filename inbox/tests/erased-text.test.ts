import { randomUUID } from 'node:crypto';
import { startBackend, type TestBackend } from '@site/backend/tests/support/backend';
import { contact } from '@site/backend/tests/support/rows';
import { runTool } from '@site/backend/tests/support/run-tool';
import { until } from '@site/backend/tests/support/until';
import { visitor } from '@site/backend/tests/support/visitor';

// For busy machines.
jest.setTimeout(60_000);

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend?.stop());

const vacuumed = () =>
  backend.owner.query(
    "select from pg_stat_user_tables where relname in ('contacts', 'reservations', 'outbox') and vacuum_count > 0",
  );

test('the texts of an erased person are gone from every table, and PostgreSQL may overwrite them in its files', async () => {
  const mark = randomUUID();
  const person = { ...contact, email: `${mark}@exemple.fr`, message: `Message ${mark}` };
  expect(await visitor(backend).post('contacts', person)).toMatchObject({ status: 201 });
  const place = { DATA_DIR: backend.dataDir, DATABASE_URL: backend.env.DATABASE_URL ?? '' };
  expect(await runTool('inbox', place, 'erase', person.email, '--yes')).toMatchObject({ code: 0, stderr: '' });
  const tables = await backend.owner.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')",
  );
  for (const { name } of tables) {
    expect(await backend.owner.query(`select from ${name} as t where t::text like $1`, [`%${mark}%`])).toEqual([]);
  }
  await until(async () => (await vacuumed()).length === 3);
});
