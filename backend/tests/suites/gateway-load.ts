import type { TestBackend } from '../support/backend';
import { until } from '../support/until';

/** What the health route notices of the real database. */
export function describeGatewayLoad(backend: () => TestBackend): void {
  const health = async () => (await fetch(`${backend().url}/health`)).status;

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
