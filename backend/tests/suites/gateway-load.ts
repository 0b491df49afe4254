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
}
