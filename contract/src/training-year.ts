import { followedMinutes, hasAbsence } from './day-hours';
import { clientOf, type HalfDay, type Payer, type QUESTIONS, TRAINEE_STATUSES, type TraineeStatus } from './day-papers';
import { type PlanPrices, requestCents, TRAINING_HOURS } from './offer';

// The yearly report of a training body (« bilan pédagogique et financier », BPF: L6352-11 and R6352-22 of the Code du
// travail, by 30 April), from the days taught: persons, hours and euros. Frame C of its form (Cerfa 10443) asks where the money
// comes from: employers for their employees (line 1), funds that pay the body themselves (line 2), persons who pay (line 9,
// contracts of L6353-3). Who is invoiced has paid: of a trainee whom AGEFICE pays back, the money is the trainee's.

/** A reservation with days in the year. Days are yyyy-MM-dd. */
export interface TaughtReservation {
  readonly id: string;
  readonly name: string;
  readonly isAgefice: boolean;
  readonly payer: Payer | null;
  readonly payerName: string | null;
  readonly status: TraineeStatus | null;
  /** Includes all taxes and all days of the reservation, or what was followed of them; null for the announced price. */
  readonly priceCents: number | null;
  /** Has the meaning that `KnownPrice` gives it. */
  readonly dayCents?: number | null;
  readonly heldOn: string | null;
  readonly paidOn: string | null;
  /** Confirmed days of the year that are over, ascending. */
  readonly days: readonly string[];
  /** Its confirmed days in earlier years, and in all years. */
  readonly daysBefore: number;
  readonly allDays: number;
  readonly kept: readonly HalfDay[] | null;
}

export interface TrainingYear {
  readonly year: number;
  /** Whether the owner has marked its report as filed. */
  readonly isReported: boolean;
  readonly reservations: readonly TaughtReservation[];
  /** Counts all questionnaires, whatever their year. Means of fewer than ten answers are left out. */
  readonly feedback: {
    readonly count: number;
    readonly means: { readonly [Question in (typeof QUESTIONS)[number]]: number } | null;
  };
}

/**
 * `payer`, `status`: unknown. `kept`: hours are those of the plan, as nobody noted others. `price`: half a day was missed,
 * at full price.
 */
export type YearGap = 'payer' | 'status' | 'kept' | 'price';

export interface TaughtSum {
  /** 1, or 0 for who was absent all the time. A person counts once for each reservation. */
  readonly persons: number;
  readonly minutes: number;
  /** Euro cents without tax, for the days of the year. */
  readonly cents: number;
}

export interface SummedReservation extends TaughtSum {
  readonly reservation: TaughtReservation;
  readonly gaps: readonly YearGap[];
}

export interface YearSums {
  readonly total: TaughtSum;
  /** Grouped by who is invoiced, null (unknown) last; only those with a reservation. */
  readonly byClient: readonly (TaughtSum & { readonly client: Client })[];
  readonly byStatus: readonly (TaughtSum & { readonly status: TraineeStatus | null })[];
  /** Minutes that the trainer gave: those of several trainees at once count once. */
  readonly taughtMinutes: number;
  readonly reservations: readonly SummedReservation[];
}

export type Client = ReturnType<typeof clientOf>;
const CLIENTS: readonly Client[] = ['employer', 'trainee', null];

const PLANNED_MINUTES = TRAINING_HOURS * 60;

const minutesOn = ({ kept }: TaughtReservation, day: string) => followedMinutes(kept, [day]) ?? PLANNED_MINUTES;

/** The shares of days in two years add up to the price. */
function shareOf(cents: number, { days, daysBefore, allDays }: TaughtReservation): number {
  const upTo = (count: number) => Math.round((cents * count) / allDays);
  return upTo(daysBefore + days.length) - upTo(daysBefore);
}

/** The amounts are computed from these. */
interface Basis {
  readonly prices: PlanPrices;
  readonly vatPercent: number;
}

function sumReservation(reservation: TaughtReservation, { prices, vatPercent }: Basis): SummedReservation {
  const { days, allDays, priceCents, payer, status, heldOn } = reservation;
  const minutes = days.reduce((sum, day) => sum + minutesOn(reservation, day), 0);
  const price = requestCents(reservation, allDays, prices);
  const net = Math.round((price * 100) / (100 + vatPercent));
  const isNoted = heldOn !== null || followedMinutes(reservation.kept, days) !== null;
  const gaps: readonly (YearGap | false)[] = [
    payer === null && 'payer',
    status === null && 'status',
    !isNoted && 'kept',
    hasAbsence(reservation.kept) && priceCents === null && 'price',
  ];
  return {
    reservation,
    persons: minutes > 0 ? 1 : 0,
    minutes,
    cents: shareOf(net, reservation),
    gaps: gaps.filter((gap) => gap !== false),
  };
}

const add = (sums: readonly TaughtSum[]): TaughtSum => ({
  persons: sums.reduce((sum, { persons }) => sum + persons, 0),
  minutes: sums.reduce((sum, { minutes }) => sum + minutes, 0),
  cents: sums.reduce((sum, { cents }) => sum + cents, 0),
});

const groups = <Key>(keys: readonly Key[], all: readonly SummedReservation[], keyOf: (of: TaughtReservation) => Key) =>
  keys.flatMap((key) => {
    const own = all.filter(({ reservation }) => keyOf(reservation) === key);
    return own.length > 0 ? [{ key, ...add(own) }] : [];
  });

/** The report has amounts without tax. */
export function sumYear(taught: readonly TaughtReservation[], basis: Basis): YearSums {
  const reservations = taught.map((reservation) => sumReservation(reservation, basis));
  const longest = new Map<string, number>();
  for (const reservation of taught) {
    for (const day of reservation.days) {
      longest.set(day, Math.max(longest.get(day) ?? 0, minutesOn(reservation, day)));
    }
  }
  const clients = groups(CLIENTS, reservations, ({ payer }) => clientOf(payer));
  const statuses = groups([...TRAINEE_STATUSES, null], reservations, ({ status }) => status);
  return {
    total: add(reservations),
    byClient: clients.map(({ key, ...sum }) => ({ ...sum, client: key })),
    byStatus: statuses.map(({ key, ...sum }) => ({ ...sum, status: key })),
    taughtMinutes: [...longest.values()].reduce((sum, minutes) => sum + minutes, 0),
    reservations,
  };
}
