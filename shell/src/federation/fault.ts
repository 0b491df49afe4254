import { addressesIn, type Frame, framesAt } from './frames';

/** `entry`: container script, `page`: module or chunk, `runtime`: handler or timer, `shell`: start of the shell. */
type Phase = 'entry' | 'page' | 'render' | 'runtime' | 'shell';

/** At most 60 letters, digits and hyphens. Never an error's message, which may contain personal data. */
export type FaultCode =
  | 'network'
  | 'timeout'
  | 'integrity'
  | 'no-integrity'
  | 'not-a-container'
  | 'no-page'
  | 'exception'
  | 'rejection'
  | `http-${number}`;

export interface Fault {
  readonly phase: Phase;
  readonly code: FaultCode;
  /** Of an error, innermost first. */
  readonly frames?: readonly Frame[];
}

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

export function faultOf(error: unknown, phase: Phase): Fault {
  if (error instanceof RemoteLoadError) return error.fault;
  // A page can load a chunk while it renders.
  const lostChunk = chunkCode(error);
  return lostChunk ? { phase: 'page', code: lostChunk } : exceptionFault(error, phase);
}

export const exceptionFault = (error: unknown, phase: Phase): Fault => ({
  phase,
  code: 'exception',
  frames: framesAt(addressesIn(error)),
});

/** @returns null unless a chunk failed to load */
function chunkCode(error: unknown): FaultCode | null {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return null;
  const { type } = error as Error & { type?: string };
  return type === 'timeout' ? 'timeout' : networkFaultCode(requestOf(error));
}

export const requestOf = (error: unknown) => (error as { request?: string } | null)?.request;

/** The error event gives no reason; resource timing distinguishes a missing file from a refused one. */
export function networkFaultCode(address: string | undefined): FaultCode {
  const timing = address ? performance.getEntriesByName(new URL(address, window.location.href).href).at(-1) : undefined;
  const status = (timing as PerformanceResourceTiming | undefined)?.responseStatus ?? 0;
  if (status === 0) return 'network';
  return status < 400 ? 'integrity' : `http-${status}`;
}

/** Whether another request for the same file can succeed. */
export const isRetryable = ({ code }: Fault) => code === 'network' || code === 'integrity' || code.startsWith('http-');
