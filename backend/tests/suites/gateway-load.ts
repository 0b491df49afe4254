import { setImmediate } from 'node:timers/promises';
import { readEngineFile } from '../../src/data-folder/engine-file';
import { type DatabasePool, openPool } from '../../src/database/pool';
import { startGateway } from '../../src/gateway/gateway';
import type { TestBackend } from '../support/engines';
import { contact, parisDay } from '../support/rows';
import { until } from '../support/until';
import { visitor } from '../support/visitor';

const CLIENTS = 100;
const HEALTH = 'health';

/** The gateway with the real database: many clients, and what the health route notices. */
export function describeGatewayLoad(backend: () => TestBackend): void {
  const health = async () => (await fetch(`${backend().url}/health`)).status;

  test('a hundred clients that ask for closed days and health put one transaction a second before a message', async () => {
    const { anonKey, jwtSecret, dataDir } = backend();
    const connection = readEngineFile(dataDir)?.connection ?? { connectionString: '' };
    const real = openPool(connection);
    const begun: string[] = [];
    const pool: DatabasePool = {
      ...real,
      transaction: (statements, end) => {
        begun.push(end?.commit === false ? HEALTH : (statements.at(-1)?.text ?? ''));
        return real.transaction(statements, end);
      },
    };
    const nobody = { auth: () => Promise.reject(new Error('nobody signs in')), feed: async () => null };
    const options = { port: 0, trustedProxies: 1, mayWrite: async () => true };
    const gateway = await startGateway({ ...nobody, ...options, pool, anonKey, jwtSecret });
    const isOver = new AbortController();
    let answered = 0;
    const clients = Array.from({ length: CLIENTS }, async (_, index) => {
      for (; !isOver.signal.aborted; answered += 1) {
        const day = parisDay(index);
        const { status } = await (index % 2
          ? fetch(`${gateway.url}/health`)
          : visitor({ ...gateway, anonKey }).call(`rpc/closed_days?first=${day}`));
        expect(status).toBe(200);
      }
    });
    while (answered < 3 * CLIENTS) await setImmediate();

    const [before, since] = [begun.length, performance.now()];
    const message = await visitor({ ...gateway, anonKey }).post('contacts', contact);
    const seconds = (performance.now() - since) / 1000;
    isOver.abort();
    await Promise.all(clients);
    await gateway.stop();
    await real.close();
    expect(message.status).toBe(201);
    const isMessage = (text: string) => text.startsWith('insert into public."contacts"');
    // Those of health, one of the days, and one of each at the edges.
    expect(begun.slice(before).findIndex(isMessage)).toBeLessThanOrEqual(seconds + 3);
  });

  test('the health route notices that a form cannot store, and that it can again', async () => {
    await until(async () => (await health()) === 200);
    await backend().owner.query('revoke insert (phone) on public.reservations from anon');
    await until(async () => (await health()) === 503).finally(() =>
      backend().owner.query('grant insert (phone) on public.reservations to anon'),
    );
    await until(async () => (await health()) === 200);
  });

  test('the health route notices a read-only database', async () => {
    const setTo = (mode: string) => async () => {
      const [row] = await backend().owner.query<{ name: string }>('select quote_ident(current_database()) as name');
      await backend().owner.query(`alter database ${row?.name} set default_transaction_read_only = ${mode}`);
      await backend().owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    };
    await setTo('on')();
    await until(async () => (await health()) === 503).finally(setTo('off'));
    await until(async () => (await health()) === 200);
  });
}
