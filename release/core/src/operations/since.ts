import { UserError } from '@site/release-core/user-error';

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, min: 60_000 };
const AGO = /^(\d{1,6})(d|h|min)$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?)?$/;

/** Parses `2d`, `3h`, `30min`, a day or a moment in UTC. @throws UserError for any other text */
export function readSince(text: string, now: Date): Date {
  const [, count, unit = ''] = AGO.exec(text) ?? [];
  const ago = UNITS[unit];
  if (count && ago) return new Date(now.getTime() - Number(count) * ago);
  const moment = MOMENT.test(text) ? new Date(text.length === 10 || text.endsWith('Z') ? text : `${text}Z`) : null;
  // `Date` reads the 30th of February as the 2nd of March.
  if (moment && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 10))) return moment;
  throw new UserError(
    `--since is ${JSON.stringify(text)}: write 2d, 3h, 30min, a day as 2026-11-22, or a moment in UTC as 2026-11-22T09:30.`,
  );
}
