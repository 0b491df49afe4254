/** Shared by all candidates while the screen is empty: enough for two time-outs. */
const DEADLINE_MS = 8000;

/** @returns a function that restarts the deadline for a load attempt, or ends it for null */
export function createDeadline(onExpired: () => void): (attempt: number | null) => void {
  let current: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (attempt) => {
    if (attempt === current) return;
    current = attempt;
    clearTimeout(timer);
    if (attempt !== null) timer = setTimeout(onExpired, DEADLINE_MS);
  };
}
