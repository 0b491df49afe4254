import { RELEASES_PATH } from '@site/contract/addresses';

const ADDRESSES = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s)]+/g;
const FRAME = new RegExp(
  `^(.+${RELEASES_PATH}([^/]+)/([^/]+)/(\\w[\\w.-]{0,90}\\.js)(?:\\?.*)?):([1-9]\\d{0,6}):([1-9]\\d{0,6})$`,
);

/** A call in a script of a release. */
export interface Frame {
  readonly remote: string;
  readonly id: string;
  readonly script: string;
  readonly line: number;
  readonly column: number;
}

/** Addresses on an error's stack, innermost first, in the formats of all browsers. Some may be of the error's text. */
export function addressesIn(thrown: unknown): readonly string[] {
  if (typeof thrown !== 'object' || thrown === null || !('stack' in thrown)) return [];
  const { stack, message } = thrown as { stack: unknown; message?: unknown };
  return String(stack).replace(String(message), '').match(ADDRESSES) ?? [];
}

/**
 * The addresses that are positions in scripts of ours. The page must have loaded a script: a message or the name of a
 * function can contain an address that a visitor has typed.
 */
export const framesAt = (addresses: readonly string[]): readonly Frame[] =>
  addresses.flatMap((position) => {
    const [, address = '', remote = '', id = '', script = '', line, column] = FRAME.exec(position) ?? [];
    const isLoaded = address && performance.getEntriesByName(address).length > 0;
    return isLoaded ? [{ remote, id, script, line: Number(line), column: Number(column) }] : [];
  });

/** The release's innermost frame, and the other part that the stack reaches into, as columns of an incident. */
export function positionIn(frames: readonly Frame[], remote: string, id: string) {
  const own = frames.find((frame) => frame.remote === remote && frame.id === id);
  const innermost = frames[0]?.remote;
  return {
    ...(own && { script: own.script, line: own.line, column: own.column }),
    ...(innermost && innermost !== remote && { thrown_in: innermost }),
  };
}
