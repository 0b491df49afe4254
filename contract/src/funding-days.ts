import { formatFrenchDate, listDays } from './french-dates.ts';
import { FUNDING_LEAD_DAYS, isTooSoonForFunding, lastFundingDay } from './offer.ts';
import { addDays, DAY_MS } from './today.ts';

// Apart from `french-dates.ts`, which the shell bundles: a change of the offer builds only the parts that show it.

/**
 * The last date on which the complete file can go to the fund. `late`: the days for which it is too late, « le lundi 23
 * novembre 2026 ». `due`: the last date for the first of the other days, « le lundi 4 janvier 2027 », with the name of
 * that day if there are several. `soon`: « c’est demain », if little time is left. Each is empty without such a day.
 * @param days yyyy-MM-dd, ascending; `today` alike
 */
export function fundingDays(
  days: readonly string[],
  today: string,
): { readonly late: string; readonly due: string; readonly soon: string } {
  const the = (day: string) => `le ${formatFrenchDate(day)}`;
  const isLate = (day: string) => isTooSoonForFunding(day, today);
  const late = days.filter(isLate);
  const first = days.find((day) => !isLate(day));
  if (!first) return { late: listDays('le', late), due: '', soon: '' };
  const about = days.length > 1 ? ` pour ${the(first)}` : '';
  const due = lastFundingDay(first);
  return { late: listDays('le', late), due: the(due) + about, soon: soonOf(due, today) };
}

/** What visitors who asked for AGEFICE read of it: in the rows of mails, and in the owner's message. */
export const FUNDING_STATE = { asked: 'AGEFICE demandé', dropped: 'sans financement AGEFICE' } as const;

export const FUNDING_DOCUMENTS =
  'votre attestation de contribution à la formation professionnelle (CFP), une copie de votre carte nationale d’identité et votre RIB.';

interface FundingSteps<Piece> {
  /** Confirmed days, yyyy-MM-dd, ascending; `today` alike. */
  readonly days: readonly string[];
  readonly today: string;
  /** The address of the site's guide, and the one that gets the documents. */
  readonly guide: Piece | undefined;
  readonly email: Piece;
  /** Whether the guide links to the form of the pre-registration. */
  readonly hasForm: boolean;
  /** « cet e-mail »: what the reader can answer. */
  readonly answered: string;
  /** One of `TRAINEE_STATUSES`; null or missing where it is not known. */
  readonly status?: string | null | undefined;
}

/** The steps of the file for AGEFICE once a day is confirmed: in mails, and in the text that the owner sends. */
export function fundingSteps<Piece>(given: FundingSteps<Piece>): readonly (readonly (string | Piece)[])[] {
  const { days, today, guide, email, hasForm, answered, status } = given;
  const { late, due, soon } = fundingDays(days, today);
  const lead = `Le dossier complet doit être déposé au moins ${FUNDING_LEAD_DAYS}\u00a0jours avant la journée,`;
  const forDays = days.length > 1 ? ` pour ${late}` : '';
  const first = hasForm
    ? 'Faites d’abord la pré-inscription, puis les étapes dans l’ordre'
    : `D’abord la pré-inscription\u00a0: répondez à ${answered}, et nous vous disons comment la faire. Suivez ensuite les étapes dans l’ordre`;
  return [
    // Nothing else is to be done before somebody knows whether the fund still takes it.
    late && [
      `${lead} et ce délai est passé${forDays}\u00a0: appelez-nous ou répondez à ${answered} avant de commencer.`,
    ],
    [first, ...(guide ? ['\u00a0: ', guide] : ['.'])],
    ['Envoyez à ', email, ` ${FUNDING_DOCUMENTS}`],
    due && [`${lead} donc au plus tard ${due}${soon && ` (${soon})`}\u00a0: sinon, il peut être refusé.`],
    (!status || status === 'portage') && [
      'En portage salarial, faites uniquement la pré-inscription\u00a0: votre société de portage dépose la demande auprès de son OPCO.',
    ],
  ].filter((step) => typeof step === 'object');
}

/** AGEFICE, 2018: months after the last day. */
const REIMBURSEMENT_MONTHS = 4;

/**
 * The last day on which AGEFICE can be asked to pay back, as in `private.deadlines`: the same date four months later,
 * or the last one of a shorter month. Both are yyyy-MM-dd.
 */
export function lastReimbursementDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const end = new Date(Date.UTC(year, month + REIMBURSEMENT_MONTHS, 0));
  return addDays(end.toISOString().slice(0, 10), Math.min(date - end.getUTCDate(), 0));
}

/** From then on, the owner's space reminds of the file (`private.deadlines`). */
const SHORT_NOTICE_DAYS = 7;

function soonOf(due: string, today: string): string {
  const daysLeft = (Date.parse(due) - Date.parse(today)) / DAY_MS;
  if (!(daysLeft <= SHORT_NOTICE_DAYS)) return '';
  return `c’est ${['aujourd’hui', 'demain'][daysLeft] ?? `dans ${daysLeft}\u00a0jours`}`;
}
