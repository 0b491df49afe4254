import { HALVES, type HalfDay } from './day-papers.ts';
import { formatDuration } from './french-dates.ts';
import { TRAINING_HOURS, TRAINING_HOURS_AT_START } from './offer.ts';
import type { DayPart, OwnerFacts } from './owner-facts.ts';

/** Returns when the training day begins and ends, HH:mm in Paris; undefined when the timetable is not known. */
export function hoursOf(
  day: readonly DayPart[] | undefined,
): { readonly from: string; readonly to: string } | undefined {
  const [from, to] = [day?.at(0)?.from, day?.at(-1)?.to];
  return from && to && from < to ? { from, to } : undefined;
}

export const minutesBetween = ({ from, to }: { readonly from: string; readonly to: string }): number =>
  minutesOf(to) - minutesOf(from);

/** @param time HH:mm */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Minutes that the trainee followed on these days; papers and sums use them once the days are over. Null until each
 * half-day is noted.
 * @param days yyyy-MM-dd
 */
export function followedMinutes(kept: readonly HalfDay[] | null, days: readonly string[]): number | null {
  const halves = (kept ?? []).filter(({ date }) => days.includes(date));
  if (days.length === 0 || halves.length < days.length * HALVES.length) return null;
  return halves.reduce((sum, { from, to }) => sum + (from && to ? minutesBetween({ from, to }) : 0), 0);
}

/** Days are yyyy-MM-dd; `areDaysOver`, `hasFirstDayCome` and `hasLastDayCome` return false without any. */
export const areDaysOver = (days: readonly string[], today: string): boolean => (days.at(-1) ?? today) < today;
export const hasFirstDayCome = ([first]: readonly string[], today: string): boolean =>
  first !== undefined && first <= today;
export const hasLastDayCome = (days: readonly string[], today: string): boolean =>
  hasFirstDayCome(days.slice(-1), today);

/** The planned times: the whole timetable, without its longest pause if it has one. */
export function plannedTimes(
  day: readonly DayPart[] | undefined,
): readonly { readonly from: string; readonly to: string }[] {
  const [halves, hours] = [halvesOf(day), hoursOf(day)];
  if (halves) return [halves.morning, halves.afternoon];
  return hours ? [hours] : [];
}

export const plannedMinutes = (day: readonly DayPart[] | undefined): number =>
  Math.max(
    0,
    plannedTimes(day).reduce((sum, times) => sum + minutesBetween(times), 0),
  );

/** Minutes of a day: those of its timetable, or of the offer without a timetable. */
export const dayMinutes = (day: readonly DayPart[] | undefined): number => plannedMinutes(day) || TRAINING_HOURS * 60;

/** Minutes of a day that were agreed, or those that the site announces. */
export const agreedMinutes = ({ day, papers }: Pick<OwnerFacts, 'day' | 'papers'>): number =>
  Number(papers?.dayMinutes) || dayMinutes(day);

/** The length of a day as pages, messages and papers announce it: « 7 h 30 ». */
export function durationOf(day: readonly DayPart[] | undefined): string {
  const minutes = dayMinutes(day);
  return minutes % 60 === 0 ? `${minutes / 60}\u00a0heure${minutes > 60 ? 's' : ''}` : formatDuration(minutes);
}

/** The same length at the beginning of a sentence. */
export const durationAtStart = (day: readonly DayPart[] | undefined): string =>
  dayMinutes(day) === TRAINING_HOURS * 60 ? TRAINING_HOURS_AT_START : durationOf(day);

const TOLERATED_MINUTES = 15;

/** « 5 min », « 1/4 h », « quart d’heure », « demi-heure », « heure commencée » */
const OWN_MINUTES =
  /minute|[¼½]|quarts?\P{L}+(?:d\P{L}+)?heure|demi\P{L}?heure|heures? (?:commenc|entam)|(?:\d|une)\s*(?:min|mn|h|heures?)(?!\p{L})/iu;

/**
 * Minutes that may be missing at the full price. The owner’s text about an early end can name a time of its own.
 * Without a text, nothing is tolerated: the price is reduced by each minute that is not given.
 */
export const toleratedMinutes = (earlyLeave: string | undefined): number =>
  !earlyLeave || OWN_MINUTES.test(earlyLeave) ? 0 : TOLERATED_MINUTES;

/** The minutes of a day that are agreed or announced, and how many of all days may be missing at the same price. */
export interface DayPlan {
  readonly dayMinutes: number;
  readonly tolerated: number;
}

export const dayPlanOf = (site: Pick<OwnerFacts, 'day' | 'papers'>): DayPlan => ({
  dayMinutes: agreedMinutes(site),
  tolerated: toleratedMinutes(site.papers?.earlyLeave),
});

/**
 * Minutes that were planned for a day when its hours were noted. Until they are noted, and in older files, today's
 * timetable counts.
 * @param today minutes of a day in today's timetable
 */
export const plannedOn = (kept: readonly HalfDay[] | null, date: string, today: number): number =>
  kept?.find((half) => half.date === date && half.planned !== undefined)?.planned ?? today;

export const plannedFor = (kept: readonly HalfDay[] | null, days: readonly string[], today: number): number =>
  days.reduce((sum, date) => sum + plannedOn(kept, date, today), 0);

/**
 * Whether the trainee missed a half-day, or all hours are noted and are fewer than planned. Such days have a price of
 * their own. The database has the same rule for what it stores (`private.followed_less`), and always tolerates the
 * quarter of an hour: it does not know the owner’s text.
 * @param days yyyy-MM-dd
 */
export function followedLess(kept: readonly HalfDay[] | null, days: readonly string[], plan: DayPlan): boolean {
  const followed = followedMinutes(kept, days);
  const isAbsent = kept?.some(({ date, from }) => from === null && days.includes(date)) ?? false;
  return isAbsent || (followed !== null && followed < plannedFor(kept, days, plan.dayMinutes) - plan.tolerated);
}

interface PlannedPrice extends DayPlan {
  /** The price of all these days. */
  readonly cents: number;
  /** yyyy-MM-dd */
  readonly days: readonly string[];
}

/** The share of a price, in proportion to the followed minutes. Null until each half-day is noted. */
export function followedShare(kept: readonly HalfDay[] | null, agreed: PlannedPrice): number | null {
  const { cents, days, dayMinutes } = agreed;
  const followed = followedMinutes(kept, days);
  return followed === null ? null : Math.round((cents * followed) / plannedFor(kept, days, dayMinutes));
}

/**
 * Euro cents of a price that are for hours which nobody followed: a compensation, whatever the agreement calls it
 * (Code du travail, L6354-1). Those of the minutes that do not change the price may stay in it.
 */
export function beyondShare(price: number, kept: readonly HalfDay[] | null, agreed: PlannedPrice): number {
  const beyond = price - (followedShare(kept, agreed) ?? price);
  return beyond > (agreed.cents * agreed.tolerated) / plannedFor(kept, agreed.days, agreed.dayMinutes) ? beyond : 0;
}

const [MORNING_END, AFTERNOON_START] = ['14:00', '12:00'];

/** The halves with their times; undefined where the timetable does not tell them apart. */
export function plannedHalves(day: readonly DayPart[] | undefined): Partial<PlannedHalves> | undefined {
  const [halves, hours] = [halvesOf(day), hoursOf(day)];
  if (halves || !hours) return halves;
  if (hours.to <= MORNING_END) return { morning: hours };
  return hours.from >= AFTERNOON_START ? { afternoon: hours } : undefined;
}

export const notedHalf = (kept: readonly HalfDay[] | null, date: string, half: HalfDay['half']) =>
  kept?.find((one) => one.date === date && one.half === half);

/** The halves that a day had when its hours were noted, otherwise those of the timetable. */
export function halvesOn(date: string, kept: readonly HalfDay[] | null, day: readonly DayPart[] | undefined) {
  const planned = plannedHalves(day);
  const wasAttended = HALVES.some((half) => notedHalf(kept, date, half)?.from);
  return HALVES.filter((half) => {
    const { from, to } = notedHalf(kept, date, half) ?? {};
    if (from) return from !== to;
    return !planned || half in planned || (from === null && wasAttended);
  });
}

export type PlannedHalves = Readonly<Record<(typeof HALVES)[number], { readonly from: string; readonly to: string }>>;

const PAUSE = /^(?:pause|déjeuner|repas)/i;

/** Whether its planned time contains pauses other than lunch. */
export const hasShortPauses = (day: readonly DayPart[]): boolean =>
  day.reduce((sum, part) => sum + (PAUSE.test(part.text) ? 0 : minutesBetween(part)), 0) < plannedMinutes(day);

const SHORTEST_LUNCH_MINUTES = 30;

/** The times before and after the longest pause; undefined when the timetable has none that could be a lunch. */
export function halvesOf(day: readonly DayPart[] | undefined): PlannedHalves | undefined {
  const parts = (day ?? []).filter(({ text }) => !PAUSE.test(text));
  const pauses = parts.slice(1).map(({ from }, at) => minutesOf(from) - minutesOf(parts[at]?.to ?? from));
  const longest = Math.max(...pauses);
  const at = pauses.indexOf(longest);
  const [first, before, after, last] = [parts[0], parts[at], parts[at + 1], parts.at(-1)];
  if (longest < SHORTEST_LUNCH_MINUTES || !first || !before || !after || !last) return undefined;
  return { morning: { from: first.from, to: before.to }, afternoon: { from: after.from, to: last.to } };
}
