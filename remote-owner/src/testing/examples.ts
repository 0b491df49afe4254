import { HALVES, QUESTIONS } from '@site/contract/day-papers';
import type { TaughtReservation, TrainingYear } from '@site/contract/training-year';
import type { OwnedRequest } from '@site/supabase/requests';
import type { Health } from '../api/health';
import type { Figures, MonthFigures, Today } from '../api/wire';
import { addMonths } from '../calendar/month';
import type { Handlers } from './space-handlers';

const LATEST: Omit<MonthFigures, 'month'> = { requests: 12, confirmedDays: 5, pages: 1840 };
const QUIET: Omit<MonthFigures, 'month'> = { requests: 0, confirmedDays: 0, pages: 0 };

export const exampleFigures: Figures = {
  months: Array.from({ length: 12 }, (_, at) => ({
    month: addMonths('2025-12', at),
    ...(at === 11 ? LATEST : at === 10 ? { requests: 4, confirmedDays: 1, pages: 920 } : QUIET),
  })),
  agefice: 4,
  daysAhead: 3,
};

/** A reservation whose only day was held. */
const taughtReservation = (number: number, changes: Partial<TaughtReservation>): TaughtReservation => ({
  id: idOf(number),
  name: 'Camille Martin',
  isAgefice: true,
  payer: 'agefice',
  payerName: null,
  status: 'independent',
  priceCents: null,
  followedCents: null,
  agreedCents: null,
  dayCents: null,
  depositCents: null,
  paidOn: null,
  isUnsigned: false,
  vat: null,
  agreedTexts: null,
  address: null,
  payerAddress: null,
  siren: null,
  confirmedDays: ['2026-03-04'],
  days: ['2026-03-04'],
  daysBefore: 0,
  allDays: 1,
  kept: HALVES.map((half) => ({ date: '2026-03-04', half, from: '09:00', to: '12:30' })),
  ...changes,
});

export const exampleYear = (year: number, reported = 0): TrainingYear => ({
  year,
  isReported: reported >= year,
  reservations:
    year === 2026
      ? [
          taughtReservation(1, {}),
          taughtReservation(3, { name: 'Dominique Petit', isAgefice: false, payer: null, status: null, kept: null }),
        ]
      : [],
  forfeits: year === 2026 ? [{ id: idOf(2), name: 'Claude Roy', cents: 9_950, paidOn: null }] : [],
  feedback: {
    count: 12,
    means: { ...Object.fromEntries(QUESTIONS.map((name) => [name, 4.5])), overall: 4.67 } as never,
  },
});

export const exampleHealth: Health = {
  mails: { waiting: 1, givenUp: 0, failed: 0, toVisitors: false },
  backup: {
    isOn: true,
    at: '2026-11-22T02:00:00Z',
    host: 'atelier',
    folder: '/var/lib/site/backups/site-20261122T020000Z',
    sameDisk: true,
    withReleases: true,
    bytes: 4_200_000,
    failedSince: null,
    failure: null,
  },
  disks: [{ host: 'atelier', isBackup: false, freeBytes: 21_400_000_000, totalBytes: 40_000_000_000, isLow: false }],
  retention: null,
  database: { bytes: 12_300_000 },
};

const base: OwnedRequest = {
  kind: 'reservation',
  id: '',
  version: 1,
  receivedAt: '2026-11-20T13:32:00Z',
  name: 'Camille Martin',
  email: 'camille@exemple.fr',
  phone: '06 39 98 00 00',
  isAgefice: false,
  message: null,
  dates: ['2026-12-07', '2026-12-08'],
  confirmedDates: [],
  takenDates: [],
  status: 'nouvelle',
  flagged: false,
  unwanted: false,
  isSpam: false,
  handledAt: null,
  note: null,
  followUp: {},
};

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A request with defaults for fields that a test does not care about. */
export const exampleRequest = (number: number, changes: Partial<OwnedRequest> = {}): OwnedRequest => ({
  ...base,
  id: idOf(number),
  daysWanted: (changes.dates ?? base.dates).length > 1 ? 'all' : null,
  ...changes,
});

export const exampleMessage = (number: number, changes: Partial<OwnedRequest> = {}): OwnedRequest =>
  exampleRequest(number, {
    kind: 'contact',
    name: 'Alex Roy',
    email: 'alex@exemple.fr',
    message: 'Bonjour, est-ce possible en soirée\u202f?',
    dates: [],
    status: null,
    ...changes,
  });

export const exampleRequests: readonly OwnedRequest[] = [
  exampleRequest(1),
  exampleMessage(2),
  exampleRequest(3, {
    name: 'Dominique Petit',
    email: 'dominique@exemple.fr',
    status: 'confirmee',
    isAgefice: true,
    dates: ['2026-12-10'],
    confirmedDates: ['2026-12-10'],
  }),
];

type State = Pick<Handlers, 'owner_days' | 'owner_feed'>;

export function todayOf(
  rows: readonly OwnedRequest[],
  { concerns, givenUp }: Pick<Today, 'concerns' | 'givenUp'>,
  state: State,
): Today {
  const day = new Date().toISOString().slice(0, 10);
  const open = rows.filter(({ kind, status, handledAt, isSpam }) =>
    isSpam ? false : kind === 'contact' ? handledAt === null : status === 'nouvelle',
  );
  const counted = open.filter(({ wishes }) => !wishes?.length);
  const confirmed = [...new Set(rows.flatMap(({ confirmedDates }) => confirmedDates))].sort();
  return {
    todo: open.length,
    oldestAt: counted.map(({ receivedAt }) => receivedAt).sort()[0] ?? null,
    only: counted.length === 1 ? (counted[0]?.name ?? null) : null,
    wishes: open.flatMap((request) => request.wishes?.map((wish) => ({ ...wish, request })) ?? []),
    givenUp,
    next: confirmed
      .filter((date) => date >= day)
      .map((date) => ({ date, requests: rows.filter((row) => row.confirmedDates.includes(date)) })),
    concerns,
    steps: {
      days: state.owner_days({}).version > 1,
      agenda: state.owner_feed({}).renewedAt !== null,
      request: rows.length > 0,
      answered: rows.some(({ status }) => status !== null && status !== 'nouvelle'),
    },
  };
}
