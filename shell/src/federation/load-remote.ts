import type { PageModule } from '@site/contract/host';
import type { LoadableRelease } from '@site/contract/release-index';
import { abortAfter } from '../navigation/update-check';
import type { LoadPage } from './fallback-chain';
import {
  exceptionFault,
  type Fault,
  type FaultCode,
  faultOf,
  networkFaultCode,
  RemoteLoadError,
  requestOf,
} from './fault';
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
  /** Of the container. */
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
  await refetchDamagedChunk(request);
  const loaded = await loadModule(request, `./${route.module}`).catch((cause: unknown) => {
    // The overlay of a development server shows uncaught errors only.
    if (process.env.NODE_ENV === 'development') reportError(cause);
    const fault = faultOf(cause, 'page');
    if (fault.phase === 'page' && fault.code === 'integrity') request.damagedChunk = requestOf(cause);
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

async function openContainer(request: RequestedRelease): Promise<Container> {
  // A script that was given up may have come since.
  const container = containerOf(request) ?? (await runScript(request));
  await container.init(SHARE_SCOPE);
  return container;
}

function containerOf({ release }: RequestedRelease): Container | null {
  const value = (window as unknown as Readonly<Record<string, Partial<Container> | undefined>>)[release.container];
  return value?.init && value.get ? (value as Container) : null;
}

/** @throws RemoteLoadError of phase `entry` */
async function runScript(request: RequestedRelease): Promise<Container> {
  const { container, integrity } = request.release;
  const fail = (fault: Omit<Fault, 'phase'>): never => {
    throw new RemoteLoadError(`The script of ${container} failed.`, { phase: 'entry', ...fault });
  };
  const src = addressOf(request);
  const script = Object.assign(document.createElement('script'), { src, integrity, crossOrigin: 'anonymous' });
  let thrown: Fault | undefined;
  const onError = ({ filename, error }: ErrorEvent) => {
    if (filename === script.src) thrown = exceptionFault(error, 'entry');
  };
  window.addEventListener('error', onError);
  const failure = await new Promise<FaultCode | null>((resolve) => {
    script.onload = () => resolve(null);
    script.onerror = () => resolve(networkFaultCode(src));
    setTimeout(resolve, SCRIPT_TIMEOUT_MS, 'timeout');
    document.head.append(script);
  });
  window.removeEventListener('error', onError);
  script.remove();
  if (failure) return fail({ code: failure });
  return containerOf(request) ?? fail(thrown ?? { code: 'not-a-container' });
}

/** Each retry requests another address, because a damaged file stays in the browser's cache. */
const addressOf = ({ release: { entry }, failures }: RequestedRelease) =>
  failures ? `${entry}?attempt=${failures + 1}` : entry;

/** The release's own run time fixes the address of a chunk: its cache entry is replaced instead. */
async function refetchDamagedChunk(request: RequestedRelease) {
  const { damagedChunk } = request;
  if (!damagedChunk) return;
  request.damagedChunk = undefined;
  try {
    const answer = await fetch(damagedChunk, { cache: 'reload', signal: abortAfter(SCRIPT_TIMEOUT_MS) });
    await answer.arrayBuffer();
  } catch {
    // The load that follows reports the failure.
  }
}
