import type { OwnedRequest } from '@site/supabase/requests';
import type { Health } from '../api/health';
import type { Today } from '../api/wire';

type Steps = NonNullable<Today['steps']>;

export function todayOf(
  rows: readonly OwnedRequest[],
  { concerns = [] }: Health,
  steps: Omit<Steps, 'request'>,
): Today {
  const day = new Date().toISOString().slice(0, 10);
  const open = rows.filter(({ kind, status, handledAt, isSpam }) =>
    isSpam ? false : kind === 'contact' ? handledAt === null : status === 'nouvelle',
  );
  const confirmed = [...new Set(rows.flatMap(({ confirmedDates }) => confirmedDates))].sort();
  const isFirstDay = rows.every(({ status }) => status === null || status === 'nouvelle');
  return {
    todo: open.length,
    oldestAt: open.map(({ receivedAt }) => receivedAt).sort()[0] ?? null,
    next: confirmed
      .filter((date) => date >= day)
      .slice(0, 3)
      .map((date) => ({ date, requests: rows.filter((row) => row.confirmedDates.includes(date)) })),
    concerns: concerns.filter(({ kind }) => kind !== 'requests'),
    steps: isFirstDay ? { ...steps, request: rows.length > 0 } : null,
  };
}
