import { beyondShare, type DayPlan, followedLess, followedMinutes, plannedOn, toleratedMinutes } from './day-hours.ts';
import { clientOf, type HalfDay, isOwnCompany, type Payer, type QUESTIONS, type TraineeStatus } from './day-papers.ts';
import type { AgreedTexts } from './owner-facts.ts';
import { type PlanPrices, requestCents } from './prices.ts';

// The yearly report of a training body (« bilan pédagogique et financier », BPF: L6352-11 and R6352-22 of the Code du
// travail, due on 30 April), computed from the days taught: persons, hours and euros, by the lines of its form (Cerfa
// 10443*17). Money comes from whoever gets the invoice: a trainee whom AGEFICE pays back has paid.

/**
 * Frame C asks where the money comes from: companies, or persons who pay for themselves (contrats
 * of L6353-3). The site does not know of funds that pay the body directly (lines 2, 6 and 7).
 */
const ORIGIN_LINES = { employer: '1', trainee: '9' } as const;
export type OriginLine = (typeof ORIGIN_LINES)[keyof typeof ORIGIN_LINES];

/** Frame F-1 asks who was trained. The site trains no apprentices (line b). */
const TRAINEE_LINES = {
  employee: 'a',
  portage: 'a',
  director: 'a',
  jobseeker: 'c',
  individual: 'd',
  independent: 'e',
} as const satisfies Record<TraineeStatus, string>;
export type TraineeLine = (typeof TRAINEE_LINES)[TraineeStatus];

/** A reservation with days in the year. Days are yyyy-MM-dd. */
export interface TaughtReservation {
  readonly id: string;
  readonly name: string;
  readonly isAgefice: boolean;
  readonly payer: Payer | null;
  readonly payerName: string | null;
  readonly status: TraineeStatus | null;
  /** Euro cents, with all taxes, of all days or of what was followed; null for the announced price. */
  readonly priceCents: number | null;
  /** Price of what was followed; null without one. */
  readonly followedCents: number | null;
  /** Price of all days that was agreed on; null for the announced one. */
  readonly agreedCents: number | null;
  /** All confirmed days of the request, also of other years. */
  readonly confirmedDays: readonly string[];
  /**
   * Price of a day that the site announced when the request came in, in euro cents; null where it is not stored
   * (`KnownPrice` in `prices.ts`).
   */
  readonly dayCents: number | null;
  readonly paidOn: string | null;
  /** Euro cents of the deposit of its contrat; null without one. */
  readonly depositCents: number | null;
  /** Past confirmed days of the year, ascending. */
  readonly days: readonly string[];
  /** Confirmed days of the request in earlier years. */
  readonly daysBefore: number;
  readonly allDays: number;
  /** The hours that the trainee attended, as in `DayFile`; null until the owner has noted any. */
  readonly kept: readonly HalfDay[] | null;
  /** Whether a trainee who pays alone has not signed the contrat, or it is void. */
  readonly isUnsigned: boolean;
  /** The VAT regime of its last day; null while unknown. */
  readonly vat: string | null;
  /** Texts of its signed agreement; null without one. */
  readonly agreedTexts: AgreedTexts | null;
  readonly address: string | null;
  readonly payerAddress: string | null;
  readonly siren: string | null;
}

/** A compensation (« dédit ») that is due in the year, which is no price of a training. */
export interface Forfeit extends Pick<TaughtReservation, 'id' | 'name' | 'paidOn'> {
  readonly cents: number;
}

export interface TrainingYear {
  readonly year: number;
  /** Whether the owner has marked its report as filed. */
  readonly isReported: boolean;
  readonly reservations: readonly TaughtReservation[];
  readonly forfeits: readonly Forfeit[];
  /** Counts all questionnaires, whatever their year. Means of fewer than ten answers are left out. */
  readonly feedback: {
    readonly count: number;
    readonly means: { readonly [Question in (typeof QUESTIONS)[number]]: number } | null;
  };
}

/**
 * Gaps that make the sums of a reservation inexact. `payer`, `status`: unknown. `kept`: nobody noted hours, so the
 * planned ones count. `price`: less was followed than planned, at full price. `beyond`: its price has a part for hours
 * that nobody followed, which does not count. `absent`: nothing was followed, and nothing counts until somebody enters
 * what is due. `signature`: the contrat is not signed.
 */
export type YearGap = 'payer' | 'status' | 'kept' | 'price' | 'beyond' | 'absent' | 'signature';

export interface TaughtSum {
  /** 1, or 0 for a trainee who was absent all the time. Somebody with several reservations counts several times. */
  readonly persons: number;
  readonly minutes: number;
  /** Euro cents without tax, for the days of the year. */
  readonly cents: number;
}

export interface SummedReservation extends TaughtSum {
  readonly reservation: TaughtReservation;
  /** The share of its euro cents that nobody has noted as paid. A deposit is spread over the days like the price. */
  readonly unpaidCents: number;
  readonly gaps: readonly YearGap[];
}

export interface YearSums {
  readonly total: TaughtSum;
  /** The share of the total that nobody has noted as paid. */
  readonly unpaid: { readonly count: number; readonly cents: number };
  /** Keyed by the lines of frame C, null (unknown) last; lists only those with euros. */
  readonly byOrigin: readonly (TaughtSum & { readonly line: OriginLine | null })[];
  /** Keyed by the lines of frame F-1; lists only those with a trainee. */
  readonly byTrainee: readonly (TaughtSum & { readonly line: TraineeLine | null })[];
  /** Minutes that the trainer taught. Several trainees at the same time count once. */
  readonly taughtMinutes: number;
  /** Days whose hours nobody has noted: they count as planned. */
  readonly unnotedDays: number;
  readonly reservations: readonly SummedReservation[];
}

/** What both sides have signed, whatever the site says since. */
const planOf = <Plan extends DayPlan>({ agreedTexts }: TaughtReservation, today: Plan): Plan =>
  agreedTexts
    ? {
        ...today,
        dayMinutes: Number(agreedTexts.dayMinutes) || today.dayMinutes,
        tolerated: toleratedMinutes(agreedTexts.earlyLeave),
      }
    : today;

const minutesOn = (reservation: TaughtReservation, day: string, today: DayPlan) =>
  followedMinutes(reservation.kept, [day]) ?? plannedOn(reservation.kept, day, planOf(reservation, today).dayMinutes);

const unnotedDays = ({ days, kept }: TaughtReservation) =>
  days.filter((day) => followedMinutes(kept, [day]) === null).length;

/** The share of the price for this year. The shares of two years add up to the price. */
function shareOf(cents: number, { days, daysBefore, allDays }: TaughtReservation): number {
  const upTo = (count: number) => Math.round((cents * count) / allDays);
  return upTo(daysBefore + days.length) - upTo(daysBefore);
}

interface Basis extends DayPlan {
  readonly prices: PlanPrices;
  /** Euro cents without the tax that the invoice of a reservation has. */
  readonly netOf: (cents: number, reservation: TaughtReservation) => number;
}

function sumReservation(reservation: TaughtReservation, today: Basis): SummedReservation {
  const basis = planOf(reservation, today);
  const { prices, netOf } = basis;
  const { days, allDays, payer, status, kept, followedCents, agreedCents, confirmedDays } = reservation;
  const minutes = days.reduce((sum, day) => sum + minutesOn(reservation, day, basis), 0);
  const agreed = {
    ...basis,
    days: confirmedDays,
    cents: requestCents({ ...reservation, priceCents: agreedCents }, allDays, prices),
  };
  const beyond = followedCents === null ? 0 : beyondShare(followedCents, kept, agreed);
  const net = netOf(requestCents(reservation, allDays, prices) - beyond, reservation);
  const lacksPrice = followedLess(kept, confirmedDays, basis) && followedCents === null && agreedCents !== 0;
  const isAbsent = minutes === 0 && lacksPrice;
  const unpaid = isAbsent || reservation.paidOn !== null ? 0 : net - netOf(reservation.depositCents ?? 0, reservation);
  const gaps: readonly (YearGap | false)[] = [
    payer === null && 'payer',
    status === null && 'status',
    unnotedDays(reservation) > 0 && 'kept',
    lacksPrice && (isAbsent ? 'absent' : 'price'),
    beyond > 0 && 'beyond',
    reservation.isUnsigned && 'signature',
  ];
  return {
    reservation,
    persons: minutes > 0 ? 1 : 0,
    minutes,
    cents: isAbsent ? 0 : shareOf(net, reservation),
    unpaidCents: shareOf(Math.max(0, unpaid), reservation),
    gaps: gaps.filter((gap) => gap !== false),
  };
}

const add = (sums: readonly TaughtSum[]): TaughtSum => ({
  persons: sums.reduce((sum, { persons }) => sum + persons, 0),
  minutes: sums.reduce((sum, { minutes }) => sum + minutes, 0),
  cents: sums.reduce((sum, { cents }) => sum + cents, 0),
});

function byLine<Line extends string>(
  lines: Readonly<Record<string, Line>>,
  all: readonly SummedReservation[],
  lineOf: (reservation: TaughtReservation) => Line | null,
) {
  return [...[...new Set(Object.values(lines))].sort(), null].map((line) => ({
    line,
    ...add(all.filter(({ reservation }) => lineOf(reservation) === line)),
  }));
}

function originOf(reservation: TaughtReservation): OriginLine | null {
  const client = isOwnCompany(reservation) ? 'employer' : clientOf(reservation.payer);
  return client && ORIGIN_LINES[client];
}

/** The sums of a year, without tax as in the report. */
export function sumYear(taught: readonly TaughtReservation[], basis: Basis): YearSums {
  const reservations = taught.map((reservation) => sumReservation(reservation, basis));
  const longest = new Map<string, number>();
  for (const reservation of taught) {
    for (const day of reservation.days) {
      longest.set(day, Math.max(longest.get(day) ?? 0, minutesOn(reservation, day, basis)));
    }
  }
  const unpaid = reservations.filter(({ unpaidCents }) => unpaidCents > 0);
  return {
    total: add(reservations),
    unpaid: { count: unpaid.length, cents: unpaid.reduce((sum, { unpaidCents }) => sum + unpaidCents, 0) },
    byOrigin: byLine(ORIGIN_LINES, reservations, originOf).filter(({ cents }) => cents > 0),
    byTrainee: byLine(TRAINEE_LINES, reservations, ({ status }) => status && TRAINEE_LINES[status]).filter(
      ({ persons }) => persons > 0,
    ),
    taughtMinutes: [...longest.values()].reduce((sum, minutes) => sum + minutes, 0),
    unnotedDays: taught.reduce((sum, reservation) => sum + unnotedDays(reservation), 0),
    reservations,
  };
}
