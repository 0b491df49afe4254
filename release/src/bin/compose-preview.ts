import { Worker } from 'node:worker_threads';
import { composePreview, type PreviewRequest } from '../preview/compose-preview';
import type { PreviewAnswer, PreviewTask } from '../preview/preview-process';
import { openSiteStore } from '../store/open-site-store';

process.once('message', async ({ request, deadline }: PreviewTask) => {
  endAfter(deadline);
  process.send?.(await answer(request), () => process.exit());
});

/** In a thread of its own: a release that loops holds the timers of this one. */
function endAfter(deadline: number) {
  new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${deadline})`, { eval: true }).unref();
}

async function answer(request: PreviewRequest): Promise<PreviewAnswer> {
  try {
    const store = openSiteStore(process.env.DATA_DIR ?? '');
    const { entry } = await store.readState();
    if (!entry) throw new Error('Nothing is active in the store.');
    return { outcome: await composePreview(store, entry, request) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
