import type { RequestDetail } from '../api/requests';

interface Wish {
  /** yyyy-MM-dd, as `to` */
  readonly from: string;
  readonly to: string;
}

/** Days that the visitor has asked for in place of others since the last confirmation. */
export function wishesOf(history: RequestDetail['history']): readonly Wish[] {
  const confirmedAt = history.map(({ action }) => action).lastIndexOf('confirmed');
  const since = history.slice(confirmedAt + 1);
  const gaveUp = since
    .filter(({ action }) => action === 'visitor_gave_up')
    .map(({ detail }) => (detail as { readonly day: string }).day);
  // Who gives up the new day keeps the one that it was to replace.
  return since
    .filter(({ action }) => action === 'visitor_asked')
    .map(({ detail }) => detail as Wish)
    .reduce(withWish, [])
    .filter(({ to }) => !gaveUp.includes(to));
}

/** A wish in place of an earlier one replaces the day that the earlier one was to replace. */
function withWish(wishes: readonly Wish[], { from, to }: Wish): readonly Wish[] {
  const earlier = wishes.find((wish) => wish.to === from);
  return [...wishes.filter((wish) => wish !== earlier), { from: earlier?.from ?? from, to }];
}

/** Whether the owner chooses among several dates: the visitor wants one day, or has not said how many. */
export function isOwnersChoice({
  request: { dates, daysWanted },
  history,
}: Pick<RequestDetail, 'request' | 'history'>) {
  if (daysWanted === 'one') return true;
  return daysWanted !== 'all' && dates.length > 1 && !history.some(({ action }) => action === 'confirmed');
}

/** Whether the site's mail about the present confirmed days is on its way or has gone out. */
export function isConfirmedByMail({ history, mails }: Pick<RequestDetail, 'history' | 'mails'>): boolean {
  const decided = history.findLast(({ action }) => action === 'confirmed' || action === 'changed_day');
  return mails.some(
    ({ kind, sentAt, failedAt }) =>
      kind === 'confirmation' && !failedAt && (sentAt === null || (decided !== undefined && sentAt >= decided.at)),
  );
}

/**
 * Days of a reservation that a confirmation leaves out at first, yyyy-MM-dd: they are confirmed for another one, or the
 * visitor has asked to replace them; all where the owner chooses.
 */
export function daysToLeave({
  request,
  clashes,
  history,
}: Pick<RequestDetail, 'request' | 'clashes' | 'history'>): readonly string[] {
  if (isOwnersChoice({ request, history })) return request.dates;
  const taken = clashes.filter(({ isConfirmed }) => isConfirmed).map(({ date }) => date);
  return [...taken, ...wishesOf(history).map(({ from }) => from)];
}
