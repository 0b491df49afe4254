import type { ManagedRequest } from '../api/managed-request';

/**
 * Days that can be given up singly, yyyy-MM-dd: none when nothing else would remain, since that is a cancellation. As in
 * the database's manage_give_up_day.
 */
export function daysToGiveUp({ status, days }: ManagedRequest, today: string): readonly string[] {
  const remaining = days.filter(({ date, confirmed }) => confirmed || (status === 'nouvelle' && date >= today));
  return remaining.length > 1 ? remaining.map(({ date }) => date).filter((date) => date >= today) : [];
}
