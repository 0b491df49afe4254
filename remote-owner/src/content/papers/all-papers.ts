import { type DocumentName, PAPERS } from '@site/contract/day-papers';
import { writeAgreement } from './agreement';
import { writeConvocation, writeProgramme } from './before';
import { writeAttendance, writeAttestation, writeCertificate } from './held';
import { writeInvoiceData, writeQuote } from './money';
import type { WritePaper } from './paper';

/** In the order in which they are used. */
export const DOCUMENTS: readonly DocumentName[] = [...PAPERS, 'facture'];

export const WRITE: Readonly<Record<DocumentName, WritePaper>> = {
  devis: writeQuote,
  convention: writeAgreement,
  programme: writeProgramme,
  convocation: writeConvocation,
  emargement: writeAttendance,
  certificat: writeCertificate,
  attestation: writeAttestation,
  facture: writeInvoiceData,
};
