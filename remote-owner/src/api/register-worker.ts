import { PRIVATE_PATH, PRIVATE_WORKER_PATH } from '@site/contract/addresses';

/** Rejects where the browser or the site has no such worker. */
export const registerWorker = () => navigator.serviceWorker.register(PRIVATE_WORKER_PATH, { scope: PRIVATE_PATH });
