import type { ChangedDays, MovedDay } from '@site/contract/agreement-words';
import { areDaysOver, type hoursOf } from '@site/contract/day-hours';
import { DAY_MS, firstDayAhead } from '@site/contract/today';
import { standingDays } from '@site/supabase/requests';
import type { HistoryItem, OwnCancellation, RequestDetail } from '../api/requests';

/**
 * Days that the visitor has asked for in place of others since the last confirmation, or to which the owner has moved
 * them; as `private.wishes_after`.
 */
export const wishesOf = (history: RequestDetail['history']): readonly MovedDay[] =>
  movedWishes(history.reduce(withEvent, NONE));

/** Wishes of which both days are among these. */
export const wishesAmong = (days: readonly string[], wishes: readonly MovedDay[]): readonly MovedDay[] =>
  wishes.filter(({ from, to }) => days.includes(from) && days.includes(to));

/** A wish in place of an earlier one replaces the day that the earlier one was to replace. */
function withWish(wishes: readonly MovedDay[], { from, to }: MovedDay): readonly MovedDay[] {
  const earlier = wishes.find((wish) => wish.to === from);
  return [...wishes.filter((wish) => wish !== earlier), { from: earlier?.from ?? from, to }];
}

/** How other confirmed days change the signed agreement for `agreed`, and by which; null where it stays as it is. */
export function changeOfAgreement(agreed: readonly string[], now: readonly string[], next: readonly string[]) {
  const isFor = (days: readonly string[]) => days.length === agreed.length && days.every((day) => agreed.includes(day));
  if (isFor(next)) return isFor(now) ? null : ({ change: 'again', days: [] } as const);
  const added = next.filter((day) => !now.includes(day) && !agreed.includes(day));
  if (added.length > 0) return { change: 'added', days: added } as const;
  // Of a reopened reservation, all that is signed waits.
  const was = now.length > 0 ? now : agreed;
  const dropped = was.filter((day) => !next.includes(day) && agreed.includes(day));
  return dropped.length > 0 ? ({ change: 'dropped', days: dropped } as const) : null;
}

interface Confirmations {
  readonly days: readonly string[];
  readonly wishes: readonly MovedDay[];
  /** Moves of days that are not confirmed yet. */
  readonly asked: readonly MovedDay[];
  readonly changes: Required<Omit<ChangedDays, 'late'>>;
}

const NONE: Confirmations = {
  days: [],
  wishes: [],
  asked: [],
  changes: { moved: [], asked: [], refused: [], withdrawn: [] },
};

/** The wishes, with the days to which the owner has moved the wanted ones. */
const movedWishes = ({ wishes, asked }: Pick<Confirmations, 'wishes' | 'asked'>): readonly MovedDay[] =>
  wishes.map(({ from, to }) => ({ from, to: asked.find((other) => other.from === to)?.to ?? to }));

type Told = Pick<RequestDetail, 'history' | 'request' | 'mails' | 'tellsVisitor'>;
type Hours = ReturnType<typeof hoursOf>;

/** Days before it were held when that happened. */
const aheadAt = ({ at }: HistoryItem, hours: Hours): string => firstDayAhead(hours, new Date(at));

/** The confirmed days to come that replaced others, by the last confirmation and each move since. */
export function changesOf(answer: Told, today: string, hours?: Hours): ChangedDays {
  const { history, request } = answer;
  const decided = history.findLast(({ action }) => action === 'confirmed');
  const { moved, asked, refused, withdrawn } = history.reduce(withEvent, NONE).changes;
  const isValid = ({ from, to }: MovedDay) => from !== to && to >= today && request.confirmedDates.includes(to);
  const answered = refused.filter(({ from }) => request.confirmedDates.includes(from) && !isOldNews(answer, decided));
  return {
    moved: moved.filter(isValid),
    asked: asked.filter(isValid),
    refused: answered.filter(({ from }) => from >= today),
    late: answered.filter(({ from, to }) => decided && from < aheadAt(decided, hours) && to >= today),
    withdrawn: withdrawn.filter((day) => day >= today),
  };
}

function withEvent(before: Confirmations, { action, detail }: RequestDetail['history'][number]): Confirmations {
  const { days, asked, changes } = before;
  if (action === 'confirmed') {
    const now = (detail ?? []) as readonly string[];
    const withdrawn = days.filter((day) => !now.includes(day));
    return {
      days: now,
      wishes: [],
      asked: [],
      changes: {
        moved: movedWishes(before).filter(({ from, to }) => withdrawn.includes(from) && now.includes(to)),
        asked: asked.filter(({ to }) => now.includes(to)),
        refused: before.wishes.filter(({ from, to }) => now.includes(from) && !now.includes(to)),
        withdrawn,
      },
    };
  }
  if (action === 'changed_day') {
    const move = detail as MovedDay;
    const moved = (list: readonly string[]) => list.map((day) => (day === move.from ? move.to : day));
    if (!days.includes(move.from)) return { ...before, asked: withWish(asked, move) };
    return {
      ...before,
      days: moved(days),
      wishes: before.wishes.map(({ from, to }) => ({ from: from === move.from ? move.to : from, to })),
      changes: {
        ...changes,
        moved: withWish(changes.moved, move),
        asked: changes.asked.filter(({ to }) => to !== move.from),
      },
    };
  }
  if (action === 'visitor_asked') return { ...before, wishes: withWish(movedWishes(before), detail as MovedDay) };
  if (action === 'visitor_gave_up') {
    const { day } = detail as { readonly day: string };
    // As in `private.wishes_after`: who gives up the new day keeps the one that it was to replace.
    return {
      ...before,
      days: days.filter((other) => other !== day),
      wishes: before.wishes.filter(({ from, to }) => day !== from && day !== to),
    };
  }
  return /^(?:visitor_)?cancelled$|^reopened$/.test(action) ? { ...before, days: [] } : before;
}

/**
 * The events as the history tells them: the owner's cancellation with the days that were confirmed, or reopened, and
 * each wish that a confirmation refuses. What stays is confirmed again with that, or when other days are called off:
 * that is no news. Both a cancellation and a reopening name what was to come, if anything was.
 */
export function toldEvents(history: readonly HistoryItem[], hours?: Hours): readonly HistoryItem[] {
  let before = NONE;
  let reopened: readonly string[] = [];
  return history.flatMap((item, place) => {
    const { days: confirmed, ...then } = before;
    before = withEvent(before, item);
    if (/^(?:reopened|changed_day|visitor_asked|visitor_gave_up)$/.test(item.action))
      reopened = Array.isArray(item.detail) ? item.detail : [];
    const ahead = aheadAt(item, hours);
    if (item.action === 'cancelled' || (item.action === 'reopened' && reopened.length > 0)) {
      const all = confirmed.length > 0 ? confirmed : reopened;
      const coming = all.filter((day) => day >= ahead);
      const days = coming.length > 0 ? coming : all;
      const wishes = wishesAmong(days, movedWishes(then));
      return [
        { ...item, detail: { ...(item.action === 'cancelled' && (item.detail as object | null)), days, wishes } },
      ];
    }
    if (item.action !== 'confirmed') return [item];
    const refused = movedWishes(then)
      .filter(({ to }) => !before.days.includes(to))
      .map((wish) => ({ ...item, action: 'wish_refused', detail: { ...wish, isLate: wish.from < ahead } }));
    const isKept = refused.length > 0 && String(before.days) === String(confirmed);
    return isKept || history[place - 1]?.action === 'called_off' ? refused : [item, ...refused];
  });
}

/**
 * Requested days that a confirmation left out and the visitor has not replaced, as in `private.visitor_detail`, until
 * the visitor was told of them.
 */
export function declinedDays(answer: Told, { withdrawn }: ChangedDays): readonly string[] {
  const { history, request } = answer;
  const { dates, confirmedDates } = request;
  return dates
    .filter((date) => !confirmedDates.includes(date) && !withdrawn.includes(date))
    .filter((date) => {
      const wishOf = ({ action, detail }: HistoryItem) => (action === 'visitor_asked' ? (detail as MovedDay) : null);
      const asked = history.findLastIndex((item) => Object.values(wishOf(item) ?? {}).includes(date));
      const wish = history[asked] && wishOf(history[asked]);
      const answered = history.slice(asked + 1).find(({ action }) => action === 'confirmed');
      return (!wish || wish.to === date) && !isOldNews(answer, answered);
    });
}

/**
 * The days to come that the owner has cancelled; null where the visitor has. Of a reservation whose own days are over,
 * wishes that the owner has refused.
 */
export function ownCancellation(
  { history, request }: Pick<RequestDetail, 'history' | 'request'>,
  today: string,
  hours?: Hours,
): OwnCancellation | null {
  if (request.status === 'confirmee' && areDaysOver(request.confirmedDates, today)) {
    const { refused, withdrawn } = history.reduce(withEvent, NONE).changes;
    const wishes = refused.filter(({ to }) => to >= today);
    if (wishes.length === 0 || withdrawn.some((date) => date >= today)) return null;
    const decided = history.findLast(({ action }) => action === 'confirmed');
    const late = wishes.filter(({ from }) => decided && from < aheadAt(decided, hours));
    return { days: wishes.map(({ to }) => to), wereConfirmed: false, isPart: true, late };
  }
  const at = history.findLastIndex(({ action }) => /^(?:visitor_)?cancelled$/.test(action));
  if (request.status !== 'annulee' || history[at]?.action !== 'cancelled') return null;
  const confirmed = history.slice(0, at).reduce(withEvent, NONE).days;
  const wereConfirmed = confirmed.length > 0;
  const days = (wereConfirmed ? confirmed : standingDays(request)).filter((date) => date >= today);
  return days.length > 0 ? { ...(history[at].detail as object | null), days, wereConfirmed } : null;
}

/**
 * Whether the owner chooses among several dates: the visitor wants one day, or has not said how many, and none was
 * confirmed yet.
 */
export const isOwnersChoice = ({
  request: { dates, daysWanted },
  history,
}: Pick<RequestDetail, 'request' | 'history'>): boolean =>
  daysWanted !== 'all' && dates.length > 1 && !history.some(({ action }) => action === 'confirmed');

/** `keep_sent_mail` of the database. */
const DAYS_OF_MAILS = 30;

const isForgotten = (at: string) => at < new Date(Date.now() - DAYS_OF_MAILS * DAY_MS).toISOString();

/** What happens after a decision that was told has a message of its own. */
const LATER = ['confirmed', 'changed_day', 'visitor_gave_up'];

/** Whether the visitor was told of a decision before the last change of the days. */
function isOldNews({ history, mails, tellsVisitor }: Told, decided: HistoryItem | undefined): boolean {
  const last = history.findLast(({ action }) => LATER.includes(action));
  if (!decided || !last) return false;
  const moments = [
    ...mails.flatMap(({ kind, sentAt }) => (kind in DECIDED && sentAt) || []),
    ...history.flatMap(({ action, at }) => (action === 'told' ? at : [])),
    ...(tellsVisitor && isForgotten(decided.at) ? [decided.at] : []),
  ];
  return moments.some((at) => at >= decided.at && at < last.at);
}

const DECIDED = { confirmation: ['confirmed', 'changed_day'], cancellation: ['cancelled'] };

/**
 * Whether the site's mail about the present confirmed days, or about the cancellation, is on its way or has gone out.
 * Later, the database has forgotten that mail, and a site that mails visitors is taken to have sent it.
 */
export function isToldByMail(
  { history, mails, tellsVisitor }: Pick<RequestDetail, 'history' | 'mails' | 'tellsVisitor'>,
  about: keyof typeof DECIDED,
): boolean {
  const decided = history.findLast(({ action }) => DECIDED[about].includes(action));
  if (decided && isForgotten(decided.at)) return tellsVisitor;
  const own = mails.filter(({ kind, failedAt }) => kind === about && !failedAt);
  if (own.some(({ sentAt }) => sentAt === null)) return true;
  const last = own.reduce((latest, { sentAt }) => (sentAt && sentAt > latest ? sentAt : latest), '');
  return decided !== undefined && (last >= decided.at || (about === 'confirmation' && isAsTold(history, last)));
}

/** Whether the days are again those of a mail, with no wish since: `private.is_told` then withholds the next one. */
function isAsTold(history: RequestDetail['history'], sentAt: string): boolean {
  const told = history.filter(({ at }) => at <= sentAt);
  const daysAfter = (events: typeof history) => String([...events.reduce(withEvent, NONE).days].sort());
  const isAsked = history.slice(told.length).some(({ action }) => action === 'visitor_asked');
  return told.length > 0 && !isAsked && daysAfter(told) === daysAfter(history);
}

/** Days that were confirmed at one time and are not now. */
export const daysNoLonger = ({ request, history }: Pick<RequestDetail, 'request' | 'history'>): readonly string[] => {
  const confirmed = history.flatMap(({ action, detail }) =>
    action === 'confirmed' ? (detail as readonly string[]) : [],
  );
  return request.dates.filter((date) => confirmed.includes(date) && !request.confirmedDates.includes(date));
};

/** Whether to confirm these days keeps what is confirmed and no more. */
export const isUnchanged = ({ confirmedDates }: RequestDetail['request'], days: readonly string[] | null): boolean =>
  confirmedDates.length > 0 && String(days) === String(confirmedDates);

/** Whether the day was held: it stays confirmed; as in `owner_confirm`. @param ahead of `firstDayAhead` */
export const tookPlace = ({ confirmedDates }: RequestDetail['request'], date: string, ahead: string): boolean =>
  confirmedDates.includes(date) && date < ahead;

/** Whether the day is wished for in place of one that was held: `owner_confirm` refuses it. @param ahead as above */
export const isWishTooLate = ({ wishes }: RequestDetail['request'], date: string, ahead: string): boolean =>
  wishes?.some(({ from, to }) => to === date && from < ahead) ?? false;

/**
 * Days of a reservation that a confirmation leaves out at first, yyyy-MM-dd: they are over or confirmed for another one
 * alone, the visitor has asked to replace them by a day that is neither, they were to replace one that was held, or
 * they do not wait since the reservation was reopened; all where the owner chooses. None that was held.
 */
export function daysToExclude(
  answer: Pick<RequestDetail, 'request' | 'clashes' | 'history'>,
  ahead: string,
): readonly string[] {
  const { request, clashes, history } = answer;
  const { dates, confirmedDates } = request;
  const wishes = wishesOf(history);
  const isGone = (day: string) =>
    !confirmedDates.includes(day) &&
    (day < ahead || clashes.some(({ isConfirmed, date }) => isConfirmed && date === day));
  const isReplaced = (day: string) => wishes.some(({ from, to }) => from === day && !isGone(to));
  const waiting = standingDays(request);
  const isChoice = isOwnersChoice(answer);
  return dates.filter(
    (day) =>
      (isChoice || isGone(day) || isReplaced(day) || isWishTooLate(request, day, ahead) || !waiting.includes(day)) &&
      !tookPlace(request, day, ahead),
  );
}
