import { HeldError } from '@site/release-core/changes/held-error';

const REFUSED = 1;
const HELD = 3;

/** Scripts, such as the release workflow, distinguish a hold from other refusals. */
export const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'done, or nothing was to be done',
  [REFUSED]: 'refused, or damage was found; the message says why',
  [HELD]: 'the part is held, and nothing was activated ("release hold --help")',
};

export const exitCodeOf = (error: unknown): number => (error instanceof HeldError ? HELD : REFUSED);
