import type { Site } from '@site/contract/host';
import type { OwnedDayFile } from '../../api/wire';
import { addDays } from '../../calendar/month';
import { dayFile as words } from '../day-file';
import { isProfessional } from './fields';

/** L6353-5: the trainee may withdraw until this many days after the signature. */
const WITHDRAWAL_DAYS = 10;
/** AGEFICE, 2018: months after the day. */
const REIMBURSEMENT_MONTHS = 4;

const inUtc = (day: string) => new Date(`${day}T00:00:00Z`);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** The last day on which nothing may be asked for. @param signedOn yyyy-MM-dd */
export const lastUnpayableDay = (signedOn: string): string => addDays(signedOn, WITHDRAWAL_DAYS);

/** The same day four months later, or the last one of a shorter month. @param day yyyy-MM-dd */
export function lastReimbursementDay(day: string): string {
  const date = inUtc(day);
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + REIMBURSEMENT_MONTHS + 1, 0));
  target.setUTCDate(Math.min(date.getUTCDate(), target.getUTCDate()));
  return isoDay(target);
}

/** What the law and the fund of a reservation set, as lines. */
export function deadlinesOf({ request, file }: OwnedDayFile, site: Site): readonly string[] {
  const { deadlines } = words;
  const signedOn = file.papers.find(({ paper }) => paper === 'convention')?.signedOn;
  const last = request.confirmedDates.at(-1);
  return [
    file.payer === 'self' ? (signedOn ? deadlines.payable(lastUnpayableDay(signedOn)) : deadlines.unsigned) : '',
    file.payer === 'self' && !isProfessional(file) ? deadlines.distance : '',
    file.payer === 'agefice' && last ? deadlines.reimbursed(lastReimbursementDay(last)) : '',
    site.papers?.vat === 'standard' ? '' : deadlines.vat,
  ].filter(Boolean);
}
