import { hasLastDayCome } from '@site/contract/day-hours';
import type { PaperName } from '@site/contract/day-papers';
import { writeAgreement } from './agreement';
import { writeAttendance, writeAttestation, writeCertificate } from './attendance';
import { writeConvocation, writeProgramme } from './before';
import { keptMinutes, withFollowedPrice } from './fields';
import { writeInvoiceData } from './invoice';
import type { Paper, WritePaper } from './paper';
import { marksFor, type PaperData } from './paper-data';
import { writeQuote } from './quote';
import { amountsOf } from './tax';

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

const OF_FOLLOWED: readonly PaperName[] = ['emargement', 'certificat', 'attestation'];

/**
 * What the list of documents says of one: how many of its fields can be filled in now, or a state. An invoice is written once the
 * days are held, whatever is known before.
 */
export function progressOf(
  name: PaperName,
  { missing }: Pick<Paper, 'missing'>,
  data: PaperData,
): number | 'unexpected' | 'later' | 'complete' {
  // An invoice that went out is not asked for once it is paid, and stands in the file all the same.
  const isSentInvoice = name === 'facture' && Boolean(marksFor(name, data.file)?.sentOn);
  if (!isExpected(name, data) && !isSentInvoice) return 'unexpected';
  const open = missing.filter(({ isLater }) => !isLater).length;
  if (open > 0) return open;
  const isEarlyInvoice =
    name === 'facture' &&
    (!hasLastDayCome(data.request.confirmedDates, data.today) || (keptMinutes(data) === null && !isSentInvoice));
  return missing.length > 0 || isEarlyInvoice ? 'later' : 'complete';
}

/**
 * Whether anybody expects the paper, now or later: who followed nothing signs no sheet and gets no certificate, and of a price of
 * 0, or a paid one that no fund pays back, there is no invoice to send. As in `private.deadlines`.
 */
export function isExpected(name: PaperName, data: PaperData): boolean {
  if (OF_FOLLOWED.includes(name)) return keptMinutes(data) !== 0;
  if (name !== 'facture') return true;
  const { file, request } = data;
  return amountsOf(withFollowedPrice(data)).total !== 0 && (!request.followUp.paid || file.payer === 'agefice');
}
