/** Where a release failed: fetching the container's script, fetching a module or a chunk of it, rendering. */
type Phase = 'entry' | 'page' | 'render';

/** In short what went wrong: letters, digits and hyphens, at most 60. Never a message, which may hold anything. */
export type FaultCode =
  | 'network'
  | 'timeout'
  | 'integrity'
  | 'no-integrity'
  | 'not-a-container'
  | 'no-page'
  | 'exception'
  | `http-${number}`;

export interface Fault {
  readonly phase: Phase;
  readonly code: FaultCode;
}

/** A page's code did not come, or is no page. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';

  constructor(
    message: string,
    readonly fault: Fault,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What a page failed of, whether it was being loaded or rendered. */
export function faultOf(error: unknown, phase: Phase): Fault {
  if (error instanceof RemoteLoadError) return error.fault;
  // A page may fetch a part of itself while it renders.
  const lostChunk = chunkCode(error);
  return lostChunk ? { phase: 'page', code: lostChunk } : { phase, code: 'exception' };
}

/** What became of a chunk that the bundler's run time asked for; null when the error is of another kind. */
export function chunkCode(error: unknown): FaultCode | null {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return null;
  const { type } = error as Error & { type?: string };
  return type === 'timeout' ? 'timeout' : refusalCode(requestOf(error));
}

/** Address of the chunk that did not come. */
export const requestOf = (error: unknown) => (error as { request?: string } | null)?.request;

/** The browser only says that a script failed; what it measured tells a lost file from one that it refused. */
export function refusalCode(address: string | undefined): FaultCode {
  const timing = address ? performance.getEntriesByName(new URL(address, window.location.href).href).at(-1) : undefined;
  const status = (timing as PerformanceResourceTiming | undefined)?.responseStatus ?? 0;
  if (status === 0) return 'network';
  return status < 400 ? 'integrity' : `http-${status}`;
}

/** Whether the same file may come whole another time. */
export const isMendable = ({ code }: Fault) => code === 'network' || code === 'integrity' || code.startsWith('http-');
