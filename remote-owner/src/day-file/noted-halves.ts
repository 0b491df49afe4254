import { halvesOn, notedHalf, type PlannedHalves, plannedOn } from '@site/contract/day-hours';
import type { HALVES, HalfDay } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { todayInParis } from '@site/shared-ui';
import type { ReservationFile } from '../api/wire';

export interface Half {
  readonly from: string;
  readonly to: string;
  readonly isAbsent: boolean;
}
export type Halves = Readonly<Record<string, Half>>;
type HalfName = (typeof HALVES)[number];

export const keyOf = (date: string, half: HalfName) => `${date}-${half}`;

const savedHalf = (kept: readonly HalfDay[] | null, date: string, half: HalfName): Half => {
  const noted = notedHalf(kept, date, half);
  return { from: noted?.from ?? '', to: noted?.to ?? '', isAbsent: noted !== undefined && noted.from === null };
};

export const isEmpty = ({ from, to, isAbsent }: Half) => !isAbsent && from === '' && to === '';
/** The field that is to be corrected. */
export function wrongTime(half: Half): 'from' | 'to' | null {
  if (half.isAbsent || isEmpty(half)) return null;
  if (half.from === '') return 'from';
  return half.from < half.to ? null : 'to';
}
export const isValidHalf = (half: Half) => wrongTime(half) === null;

export interface NotedHalf {
  readonly date: string;
  readonly half: HalfName;
  readonly value: Half;
}

export interface KeyedHalf extends NotedHalf {
  readonly key: string;
}

/** The half-days of all days up to today: as typed, otherwise as saved. */
export const halvesToNote = (
  { request, file }: ReservationFile,
  typed: Halves,
  day: Site['day'],
): readonly KeyedHalf[] =>
  request.confirmedDates
    .filter((date) => date <= todayInParis())
    .flatMap((date) =>
      halvesOn(date, file.kept, day).map((half) => {
        const key = keyOf(date, half);
        return { key, date, half, value: typed[key] ?? savedHalf(file.kept, date, half) };
      }),
    );

/** The planned times of the half-days that nobody has noted. */
export const asPlanned = (all: readonly KeyedHalf[], planned: Partial<PlannedHalves>): Halves =>
  Object.fromEntries(
    all
      .filter(({ value }) => isEmpty(value))
      .flatMap(({ key, half }) => {
        const times = planned[half];
        return times ? [[key, { ...times, isAbsent: false }] as const] : [];
      }),
  );

/** A half that is not among `all` ends when it begins, and is absent with the other one. */
export const halfDaysOf = (noted: readonly NotedHalf[], all: readonly NotedHalf[]): readonly HalfDay[] =>
  noted
    .filter(({ value }) => !isEmpty(value))
    .flatMap(({ date, half, value: { from, to, isAbsent } }) => {
      const own = isAbsent ? { date, half, from: null, to: null } : { date, half, from, to };
      const isAlone = !all.some((one) => one.date === date && one.half !== half);
      return isAlone ? [own, { ...own, half: half === 'morning' ? 'afternoon' : 'morning', from: own.to }] : [own];
    });

/**
 * Keeps the planned minutes of the time when the hours of a day were first noted. A later timetable changes no
 * earlier day.
 */
export const withPlan = (
  halves: readonly HalfDay[],
  saved: readonly HalfDay[] | null,
  today: number,
): readonly HalfDay[] => halves.map((half) => ({ ...half, planned: plannedOn(saved, half.date, today) }));
