const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** @param since ISO 8601 */
export function age(since: string, now: Date): string {
  // Another machine's clock may be ahead.
  const passed = Math.max(0, now.getTime() - Date.parse(since));
  const [unit, length] = UNITS.find(([, length]) => passed >= length) ?? ['s', 1000];
  return `${Math.floor(passed / length)} ${unit}`;
}
