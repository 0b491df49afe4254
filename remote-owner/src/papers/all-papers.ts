import { hasLastDayCome } from '@site/contract/day-hours';
import type { PaperName } from '@site/contract/day-papers';
import { writeAgreement } from './agreement';
import { writeAttendance, writeAttestation, writeCertificate } from './attendance';
import { writeConvocation } from './convocation';
import { followedMinutesOf, owes } from './fields';
import { writeInvoiceData } from './invoice';
import type { Paper, WritePaper } from './paper';
import { type PaperData, paperState } from './paper-data';
import { writeProgramme } from './programme';
import { writeQuote } from './quote';

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
 * The state of a paper that has not gone out: `incomplete` while a field can be filled in now. An invoice is
 * `later` until it goes out or the days are held, even if all its fields are known.
 */
export function progressOf(
  name: PaperName,
  { missing }: Pick<Paper, 'missing'>,
  data: PaperData,
): 'unexpected' | 'incomplete' | 'later' | 'complete' {
  // One that has gone out stays in the list, whatever the price is now.
  const isSentInvoice = name === 'facture' && Boolean(paperState(name, data.file)?.sentOn);
  if (!isExpected(name, data) && !isSentInvoice) return 'unexpected';
  if (missing.some(({ isLater }) => !isLater)) return 'incomplete';
  const isEarlyInvoice =
    name === 'facture' &&
    !isSentInvoice &&
    (!hasLastDayCome(data.request.confirmedDates, data.today) || followedMinutesOf(data) === null);
  return missing.length > 0 || isEarlyInvoice ? 'later' : 'complete';
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
