import type { Backend } from '@site/contract/host';
import type { PageAt } from './composed-pages';

const PATIENCE_MS = 3000;

/** Describes the fault for a monitor, or returns null when the pages and the local backend answer. */
export async function checkHealth(pageAt: PageAt, backend: Backend | null): Promise<string | null> {
  const [home, isBackendAlive] = await Promise.all([
    pageAt('/').catch(() => null),
    backend === null || isReachable(backend),
  ]);
  if (home?.status !== 200 && home?.status !== 503) return 'The pages cannot be read.';
  return isBackendAlive ? null : 'The backend does not answer.';
}

async function isReachable({ url }: Backend) {
  const asked = fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return asked.then(
    ({ status }) => status < 500,
    () => false,
  );
}
