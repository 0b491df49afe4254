import type { Backend } from '@site/shared-ui/host';
import type { SiteParts } from './site-server';

const PATIENCE_MS = 3000;

/** For a monitor: what is wrong with the site, or null when its pages and its local backend answer. */
export async function complaintOf(pageAt: SiteParts['pageAt'], backend: Backend | null): Promise<string | null> {
  const [home, isBackendAlive] = await Promise.all([
    pageAt('/').catch(() => null),
    backend === null || answersAtAll(backend),
  ]);
  if (home?.status !== 200) return 'The pages cannot be read.';
  return isBackendAlive ? null : 'The backend does not answer.';
}

/** Nobody may read a table with the public key: to be told so by the database is the sign of life. */
async function answersAtAll({ url, anonKey }: Backend) {
  const asked = fetch(`${url}/rest/v1/contacts?limit=0`, {
    headers: { apikey: anonKey },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return asked.then(
    ({ status }) => status < 500,
    () => false,
  );
}
