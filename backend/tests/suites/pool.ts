import { readEngineFile } from '../../src/data-folder/engine-file';
import { type DatabasePool, openPool } from '../../src/database/pool';
import type { TestBackend } from '../support/backend';

/** The pool that the gateway's calls and signing in share. */
export function describePool(backend: () => TestBackend): void {
  let pool: DatabasePool;
  beforeAll(() => {
    const connection = readEngineFile(backend().dataDir)?.connection;
    pool = openPool(connection ?? { connectionString: '' });
  });
  afterAll(() => pool.close());

  const become = { text: "select set_config('role', 'anon', true), set_config('request.headers', 'x', true)" };
  const state = `select current_setting('role') as role, current_setting('request.headers', true) as headers`;

  test.each([true, false])(
    'a transaction (kept: %s) leaves neither its role nor its settings on the connection',
    async (commit) => {
      expect(await pool.transaction([become, { text: state }], { commit })).toEqual([
        [{ set_config: 'x' }],
        [{ role: 'anon', headers: 'x' }],
      ]);
      for (const { role, headers } of await pool.query<{ role: string; headers: string }>(state)) {
        expect([role, headers || null]).toEqual(['none', null]);
      }
    },
  );

  test('a transaction reports its first error, keeps nothing and leaves the connection usable', async () => {
    const write = { text: "insert into private.owners (email, name) values ('pool@exemple.fr', 'a')" };
    await expect(pool.transaction([write, { text: 'select 1/0' }, { text: 'select 1' }])).rejects.toMatchObject({
      code: '22012',
    });
    await expect(pool.transaction([{ text: 'select 1/0' }, write])).rejects.toMatchObject({ code: '22012' });
    await pool.transaction([write], { commit: false });
    expect(await pool.query("select from private.owners where email = 'pool@exemple.fr'")).toEqual([]);
  });

  test('a connection that is lost in a transaction fails it, and the next one is served', async () => {
    const end = { text: 'select pg_terminate_backend(pg_backend_pid())' };
    await expect(pool.transaction([end, { text: 'select 1' }])).rejects.toThrow();
    expect(await pool.transaction<{ one: number }>([{ text: 'select 1 as one' }])).toEqual([[{ one: 1 }]]);
  });
}
