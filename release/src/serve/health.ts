import type { Backend } from '@site/shared-ui/host';
import type { SiteParts } from './site-server';

const PATIENCE_MS = 3000;

/** For a monitor: what is wrong with the site, or null when its pages and its local backend answer. */
export async function checkHealth(pageAt: SiteParts['pageAt'], backend: Backend | null): Promise<string | null> {
  const [home, isBackendAlive] = await Promise.all([
    pageAt('/').catch(() => null),
    backend === null || isReachable(backend),
  ]);
  if (home?.status !== 200) return 'The pages cannot be read.';
  return isBackendAlive ? null : 'The backend does not answer.';
}

/** The backend's health route asks its database. */
async function isReachable({ url }: Backend) {
  const asked = fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return asked.then(
    ({ status }) => status < 500,
    () => false,
  );
}
