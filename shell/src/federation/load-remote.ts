import type { PageModule } from '@site/contract/host';
import type { LoadableRelease } from '@site/contract/release-index';
import type { LoadPage } from './fallback-chain';
import { type Fault, type FaultCode, failedAddress, loadFault, networkFaultCode, RemoteLoadError } from './fault';
import { SHARE_SCOPE } from './shared-modules';

const SCRIPT_TIMEOUT_MS = 4000;

/** A federation container, whichever builder has made it. */
interface Container {
  readonly init: (shareScope: object) => unknown;
  readonly get: (module: string) => Promise<() => PageModule>;
}

const requested = new Map<string, RequestedRelease>();

interface RequestedRelease {
  readonly release: LoadableRelease;
  /** Missing until a page of the release is loaded, and after a failure. */
  container?: Promise<Container> | undefined;
  failures: number;
  /** Address of a chunk that failed its integrity check. */
  damagedChunk?: string | undefined;
}

/**
 * The release index pins the container's script by its hash, and that script pins its chunks.
 * @throws RemoteLoadError that names the release
 */
export const loadRemotePage: LoadPage = async (release, route) => {
  const where = `${route.module} of ${release.container}`;
  if (!release.integrity && process.env.NODE_ENV === 'production') {
    const fault: Fault = { phase: 'entry', code: 'no-integrity' };
    throw new RemoteLoadError(`${where} has no integrity hash and is refused: publish it again.`, fault);
  }
  const request = requested.get(release.container) ?? { release, failures: 0 };
  requested.set(release.container, request);
  if (request.damagedChunk) await refetch(request.damagedChunk);
  request.damagedChunk = undefined;
  const loaded = await loadModule(request, `./${route.module}`).catch((cause: unknown) => {
    // The overlay of a development server shows uncaught errors only.
    if (process.env.NODE_ENV === 'development') reportError(cause);
    const fault = loadFault(cause, 'page');
    if (fault.phase === 'page' && fault.code === 'integrity') request.damagedChunk = failedAddress(cause);
    throw new RemoteLoadError(`${where} did not load.`, fault, { cause });
  });
  if (!loaded?.Page) throw new RemoteLoadError(`${where} exposes no Page.`, { phase: 'page', code: 'no-page' });
  return loaded;
};

async function loadModule(request: RequestedRelease, module: string) {
  request.container ??= openContainer(request).catch((error: unknown) => {
    request.container = undefined;
    request.failures += 1;
    throw error;
  });
  const container = await request.container;
  const factory = await container.get(module);
  return factory();
}

async function openContainer({ release, failures }: RequestedRelease): Promise<Container> {
  const { container: name, entry, integrity } = release;
  const find = () => (window as unknown as Readonly<Record<string, Partial<Container> | undefined>>)[name];
  // Each retry requests another address, because a damaged file stays in the browser's cache.
  const src = failures ? `${entry}?retry=${failures}` : entry;
  // A script that was given up may have arrived since.
  const failure = find() ? null : await runScript({ src, integrity });
  const container = find();
  if (!container?.init || !container.get) {
    const fault: Fault = { phase: 'entry', code: failure ?? 'not-a-container' };
    throw new RemoteLoadError(`The script of ${name} sets no container.`, fault);
  }
  await container.init(SHARE_SCOPE);
  return container as Container;
}

/** @returns why the script did not run; null when it did */
async function runScript(attributes: { readonly src: string; readonly integrity: string }) {
  const script = Object.assign(document.createElement('script'), { ...attributes, crossOrigin: 'anonymous' });
  const failure = await new Promise<FaultCode | null>((resolve) => {
    script.onload = () => resolve(null);
    script.onerror = () => resolve(networkFaultCode(attributes.src));
    setTimeout(resolve, SCRIPT_TIMEOUT_MS, 'timeout');
    document.head.append(script);
  });
  script.remove();
  return failure;
}

/** The container fixes the address of a chunk: its cache entry is replaced instead. A failure recurs in the load. */
const refetch = (chunk: string) =>
  fetch(chunk, { cache: 'reload', signal: AbortSignal.timeout(SCRIPT_TIMEOUT_MS) })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
