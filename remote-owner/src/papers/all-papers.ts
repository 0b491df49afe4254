import { hasLastDayCome } from '@site/contract/day-hours';
import type { PaperName } from '@site/contract/day-papers';
import { writeAgreement } from './agreement';
import { writeAttendance, writeAttestation, writeCertificate } from './attendance';
import { writeConvocation } from './convocation';
import { followedMinutesOf, owes } from './fields';
import { writeInvoiceData } from './invoice';
import { isElsewhere, type Paper, type WritePaper } from './paper';
import { type PaperData, paperState } from './paper-data';
import { writeProgramme } from './programme';
import { writeQuote } from './quote';
import { isUnpayable, lastOfTenDays } from './withdrawal';

export const WRITE: Readonly<Record<PaperName, WritePaper>> = {
  devis: writeQuote,
  convention: writeAgreement,
  programme: writeProgramme,
  convocation: writeConvocation,
  emargement: writeAttendance,
  certificat: writeCertificate,
  attestation: writeAttestation,
  facture: writeInvoiceData,
};

const ATTENDANCE_PAPERS: readonly PaperName[] = ['emargement', 'certificat', 'attestation'];

/**
 * The last day on which the ten days of a signed contrat alone keep its invoice from going out; null without one. What
 * is written elsewhere does not keep it.
 */
export function lastEarlyDay(name: PaperName, { missing }: Pick<Paper, 'missing'>, data: PaperData): string | null {
  if (name !== 'facture' || data.request.status === 'annulee' || !isUnpayable(data)) return null;
  return missing.every(({ field }) => isElsewhere(field, data)) ? lastOfTenDays(data) : null;
}

/**
 * The state of a paper that has not gone out: `incomplete` while a field can be filled in now. An invoice is
 * `later` until it goes out or the days are held, even if all its fields are known, and `early` where it may not go out
 * then.
 */
export function progressOf(
  name: PaperName,
  paper: Pick<Paper, 'missing'>,
  data: PaperData,
): 'unexpected' | 'early' | 'incomplete' | 'later' | 'complete' {
  const { missing } = paper;
  // One that has gone out stays in the list, whatever the price is now.
  const isSentInvoice = name === 'facture' && Boolean(paperState(name, data.file)?.sentOn);
  if (!isExpected(name, data) && !isSentInvoice) return 'unexpected';
  const early = lastEarlyDay(name, paper, data);
  if (early && hasLastDayCome(data.request.confirmedDates, early)) return 'early';
  const isUnpayableYet = name === 'facture' && !isSentInvoice && isUnpayable(data);
  const isOpen = ({ isLater, field }: Paper['missing'][number]) =>
    !isLater && !(isUnpayableYet && isElsewhere(field, data));
  if (missing.some(isOpen)) return 'incomplete';
  const isEarlyInvoice =
    name === 'facture' &&
    !isSentInvoice &&
    (!hasLastDayCome(data.request.confirmedDates, data.today) || followedMinutesOf(data) === null);
  if (missing.some(({ isLater }) => isLater) || isEarlyInvoice) return 'later';
  return missing.length > 0 ? 'incomplete' : 'complete';
}

/**
 * Whether anybody expects the paper, now or later. A trainee who followed nothing signs no sheet and gets no
 * certificate. There is no invoice to send where nothing is due; what is paid has one all the same. `private.deadlines`
 * has the same rule.
 */
export function isExpected(name: PaperName, data: PaperData): boolean {
  if (ATTENDANCE_PAPERS.includes(name)) return followedMinutesOf(data) !== 0;
  return name !== 'facture' || owes(data);
}
