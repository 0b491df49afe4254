import type { RequestDetail } from '../api/requests';

/**
 * Days of a reservation that a confirmation leaves out at first, yyyy-MM-dd: they are confirmed for another one, or the
 * visitor has asked to replace them since the last confirmation.
 */
export function daysToLeave({ clashes, history }: Pick<RequestDetail, 'clashes' | 'history'>): readonly string[] {
  const confirmedAt = history.map(({ action }) => action).lastIndexOf('confirmed');
  const since = history.slice(confirmedAt + 1);
  const gaveUp = since
    .filter(({ action }) => action === 'visitor_gave_up')
    .map(({ detail }) => (detail as { readonly day: string }).day);
  // Who gives up the new day keeps the one that it was to replace.
  const replaced = since
    .filter(({ action }) => action === 'visitor_asked')
    .map(({ detail }) => detail as { readonly from: string; readonly to: string })
    .filter(({ to }) => !gaveUp.includes(to))
    .map(({ from }) => from);
  return [...clashes.filter(({ isConfirmed }) => isConfirmed).map(({ date }) => date), ...replaced];
}
