import { fundingDays } from '@site/contract/funding-days';
import { addDays, todayInParis } from '@site/contract/today';
import type { Concern } from '../concern.ts';
import { type Deadline, fileWords, newsWords } from './deadlines.ts';

const CLOSING_FIELDS: Readonly<Record<string, string>> = {
  kept: 'kept',
  price: 'followedCents',
  funding: 'fundingFiledOn',
  payable: 'depositOn',
  reimbursement: 'reimbursementAskedOn',
  invoice: 'paid',
  ended: 'left',
};

/** What the file of the day opens at: the box that ends a date. */
export const closingField = (concern: Concern): string | undefined =>
  CLOSING_FIELDS[concern.kind !== 'deadline' ? concern.kind : concern.news?.includes('price') ? 'price' : concern.step];

/**
 * How many points a list has, in the subject of the mail as beside the tab: each person and each request is one, and
 * what has months left is none.
 */
export const countPoints = (concerns: readonly Concern[]): number =>
  concerns.reduce((sum, one) => {
    if (one.kind === 'more' || one.kind === 'requests') return sum + one.count;
    return sum + (one.kind === 'deadline' && one.isEarly ? 0 : 1);
  }, 0);

/** Concerns that say the same of several people, with the words before their names; or one concern, without. */
export interface ConcernLine {
  readonly title: string | null;
  readonly concerns: readonly Concern[];
  /** False for what has time, and for what is left of days that are over and no money. */
  readonly presses: boolean;
}

/**
 * The lines of a list, for the mail of the morning as for the space: what presses most comes first, then what is next.
 * @param ahead of `firstDayAhead`
 * @param least how many people a title needs: a mail says all of a person who is alone
 */
export function concernLines(concerns: readonly Concern[], ahead: string, least = 2): readonly ConcernLine[] {
  const placeOf = (same: readonly Concern[]) =>
    Math.min(...same.map((concern) => ORDER.indexOf(pressureOf(concern, ahead))));
  const said = new Map<string | Concern, readonly Concern[]>();
  const sorted = concerns
    .flatMap(withMarkApart)
    .sort((one, other) => dayOf(one, ahead).localeCompare(dayOf(other, ahead)));
  for (const concern of sorted) {
    const title = groupTitle(concern, ahead) ?? concern;
    said.set(title, [...(said.get(title) ?? []), concern]);
  }
  return [...said]
    .map(([title, same]) => ({
      title: typeof title === 'string' && same.length >= least ? title : null,
      concerns: same,
      presses: placeOf(same) <= ORDER.indexOf('soon'),
    }))
    .sort((one, other) => placeOf(one.concerns) - placeOf(other.concerns));
}

/** The next day to come, otherwise since when it waits; empty for what has no date. */
function dayOf(concern: Concern, ahead: string): string {
  if (concern.kind === 'invoice') return concern.due ?? concern.days[0] ?? '';
  return concern.kind === 'deadline' ? (dayAhead(concern, ahead) ?? concern.due) : '';
}

/** A bad mark says only that, and papers to send are a line of their own. */
function withMarkApart(concern: Concern): readonly Concern[] {
  if (concern.kind !== 'deadline' || !concern.news?.includes('low')) return [concern];
  const news = concern.news.filter((one) => one !== 'low' && one !== 'answered');
  const hasMore = news.length + (concern.papers?.length ?? 0) > 0;
  return [{ ...concern, news: ['low'], papers: [] }, ...(hasMore ? [{ ...concern, news }] : [])];
}

/** What tells one person of a line from the others: the name, the dates that the title speaks of, what is special. */
export function groupMember(concern: Concern): {
  readonly name: string;
  readonly dates: readonly string[];
  readonly note: string;
} {
  if (concern.kind !== 'deadline' && concern.kind !== 'invoice') return { name: '', dates: [], note: '' };
  const { name, due, days = [] } = concern;
  const isByDue = concern.kind === 'invoice' || DUE_STEPS.includes(concern.step);
  return {
    name: name ?? '',
    dates: due && (isByDue || days.length === 0) ? [due] : days,
    note: concern.kind === 'deadline' ? noteOf(concern) : '',
  };
}

function noteOf({ step, days = [], news: [cause] = [], isUnsent }: Deadline): string {
  if (step === 'funding' && days.length > 1) {
    const { late } = fundingDays(days, todayInParis());
    return late && `trop tard pour ${late}`;
  }
  if (step !== 'signature') return '';
  if (cause) return `${newsWords[cause]}\u00a0: à renvoyer`;
  return isUnsent ? 'à envoyer' : '';
}

const DUE_STEPS: readonly Deadline['step'][] = ['funding', 'payable', 'reimbursement'];

/** What presses, the most pressing first: `near` is today or tomorrow, `soon` the week that begins. */
const ORDER = ['alarm', 'near', 'money', 'waiting', 'soon', 'hours', 'papers', 'later', 'more'] as const;

type Pressure = (typeof ORDER)[number];

/** How a deadline presses once its day is over. */
const OVER: Record<Deadline['step'], Pressure> = {
  kept: 'hours',
  file: 'papers',
  // Nothing may be asked for without it.
  signature: 'money',
  payable: 'later',
  funding: 'soon',
  reimbursement: 'soon',
  report: 'soon',
};

function pressureOf(concern: Concern, ahead: string): Pressure {
  const { kind } = concern;
  if (kind === 'more') return kind;
  if (kind === 'ended' || kind === 'express_request') return 'soon';
  if (kind === 'invoice') return concern.isLate ? 'money' : 'later';
  if (kind !== 'deadline') return concern.isUrgent ? 'alarm' : 'waiting';
  if (concern.news?.some((one) => one === 'early' || one === 'low')) return 'soon';
  const day = dayAhead(concern, ahead);
  if (!day) return OVER[concern.step];
  const today = todayInParis();
  if (day <= addDays(today, 1)) return 'near';
  return day <= addDays(today, 7) ? 'soon' : 'later';
}

/**
 * The next day that a deadline is about; undefined when all are over. A training day ends with its hours, a date of the
 * law or of a fund at midnight. A deposit has time from its day on.
 */
export function dayAhead({ step, due, days = [] }: Deadline, ahead: string): string | undefined {
  if (step === 'payable' || step === 'kept') return undefined;
  if (step === 'file') return [...days, due].find((day) => day >= ahead);
  return due >= (step === 'signature' ? ahead : todayInParis()) ? due : undefined;
}

/** Null for what has more to say than a name and dates. */
function groupTitle(concern: Concern, ahead: string): string | null {
  if (concern.kind === 'invoice') {
    if (!concern.due) return 'Factures pas encore notées comme réglées';
    return `Factures ${concern.isLate ? 'en retard, dues depuis' : 'à régler (échéance)'}`;
  }
  if (concern.kind !== 'deadline') return null;
  const { step, news = [], isLate, isAsked } = concern;
  if (step === 'file') {
    if (news.includes('low')) return 'Note basse au questionnaire';
    const words = fileWords(concern);
    return words.charAt(0).toUpperCase() + words.slice(1);
  }
  if (step === 'signature')
    return `Convention ou contrat ${concern.due < ahead ? 'non signé, journée passée' : 'à signer'}`;
  if (news.length > 0) return null;
  const late = isLate ? ' en retard' : '';
  switch (step) {
    case 'kept':
      return 'Heures suivies, à noter';
    case 'payable':
      return 'Acompte qui peut être demandé à partir de ces jours';
    case 'funding':
      if (isAsked) return `Demandes avec AGEFICE, dossier${late || ' à déposer'} (échéance)`;
      return `Dossiers AGEFICE${late} à déposer (échéance)`;
    case 'reimbursement':
      return `Remboursements AGEFICE${late} à demander (échéance)`;
    default:
      return null;
  }
}
