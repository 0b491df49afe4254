import { type ClimbOutcome, type ClimbParts, climb, type Rung } from './ladder';

/** For the whole ladder, while the visitor has nothing to read. */
const DEADLINE_MS = 8000;

/** One way up the ladder at a time, which has a deadline where nothing is on screen. */
export interface Ascent {
  readonly start: (rungs: readonly Rung[]) => void;
  readonly isUnderWay: () => boolean;
  /** The visitor waits for it, if there is nothing else to see. */
  readonly watch: () => void;
  readonly unwatch: () => void;
}

interface AscentParts extends Pick<ClimbParts, 'load' | 'onFault'> {
  readonly isScreenEmpty: () => boolean;
  readonly onEnd: (outcome: ClimbOutcome) => void;
}

export function createAscent({ load, onFault, isScreenEmpty, onEnd }: AscentParts): Ascent {
  let current: object | null = null;
  let deadline: ReturnType<typeof setTimeout> | undefined;

  const unwatch = () => clearTimeout(deadline);
  const end = (outcome: ClimbOutcome) => {
    unwatch();
    current = null;
    onEnd(outcome);
  };
  const watch = () => {
    unwatch();
    if (!current || !isScreenEmpty()) return;
    deadline = setTimeout(() => end({ ok: false, error: new Error('Nothing came in time.') }), DEADLINE_MS);
  };

  return {
    watch,
    unwatch,
    isUnderWay: () => current !== null,
    start: (rungs) => {
      const own = {};
      const isWanted = () => current === own;
      current = own;
      watch();
      void climb(rungs, { load, onFault, isWanted }).then((outcome) => {
        if (isWanted()) end(outcome);
      });
    },
  };
}
