import { RELEASES_PATH } from '@site/contract/addresses';

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
  /** An error's stack, innermost first. */
  readonly frames?: readonly StackFrame[];
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

export function loadFault(error: unknown, phase: Phase): Fault {
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
  return type === 'timeout' ? 'timeout' : networkFaultCode(failedAddress(error));
}

export const failedAddress = (error: unknown) => (error as { request?: string } | null)?.request;

/** The error event gives no reason; resource timing distinguishes a missing file from a refused one. */
export function networkFaultCode(address: string | undefined): FaultCode {
  const timing = address ? performance.getEntriesByName(new URL(address, window.location.href).href).at(-1) : undefined;
  const status = (timing as PerformanceResourceTiming | undefined)?.responseStatus ?? 0;
  if (status === 0) return 'network';
  return status < 400 ? 'integrity' : `http-${status}`;
}

/** Another request for the same file can succeed. */
export const isRetryable = ({ code }: Fault) => code === 'network' || code === 'integrity' || code.startsWith('http-');

const ADDRESSES = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s)]+/g;
const FRAME = new RegExp(
  `^(.+${RELEASES_PATH}([^/]+)/([^/]+)/(\\w[\\w.-]{0,90}\\.js)(?:\\?.*)?):([1-9]\\d{0,6}):([1-9]\\d{0,6})$`,
);

/** A call in a script of a release. */
export interface StackFrame {
  readonly part: string;
  readonly id: string;
  readonly script: string;
  readonly line: number;
  readonly column: number;
}

/** Addresses on an error's stack, innermost first, in the formats of all browsers. May include some of its message. */
export function addressesIn(thrown: unknown): readonly string[] {
  if (typeof thrown !== 'object' || thrown === null || !('stack' in thrown)) return [];
  const { stack, message } = thrown as { stack: unknown; message?: unknown };
  return String(stack).replace(String(message), '').match(ADDRESSES) ?? [];
}

/**
 * The addresses that are positions in scripts of ours. The page must have loaded a script: a message or the name of a
 * function can contain an address that a visitor has typed.
 */
export const framesAt = (addresses: readonly string[]): readonly StackFrame[] =>
  addresses.flatMap((position) => {
    const [, address = '', part = '', id = '', script = '', line, column] = FRAME.exec(position) ?? [];
    const isLoaded = address && performance.getEntriesByName(address).length > 0;
    return isLoaded ? [{ part, id, script, line: Number(line), column: Number(column) }] : [];
  });

/** The release's innermost frame, and the other part that the stack reaches into, as columns of an incident. */
export function positionIn(frames: readonly StackFrame[], part: string, id: string) {
  const frame = frames.find((one) => one.part === part && one.id === id);
  const innermost = frames[0]?.part;
  return {
    ...(frame && { script: frame.script, line: frame.line, column: frame.column }),
    ...(innermost && innermost !== part && { thrown_in: innermost }),
  };
}
