import type { OwnedRequest } from '@site/supabase/requests';
import type { Concern } from '../api/health';
import type { Today } from '../api/today';
import type { Handlers } from './handlers';

type State = Pick<Handlers, 'owner_days' | 'owner_feed'>;

export function todayOf(rows: readonly OwnedRequest[], concerns: readonly Concern[], state: State): Today {
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
    concerns,
    steps: isFirstDay
      ? {
          days: state.owner_days({}).version > 1,
          agenda: state.owner_feed({}).renewedAt !== null,
          request: rows.length > 0,
        }
      : null,
  };
}
