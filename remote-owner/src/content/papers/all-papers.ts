import type { PaperName } from '@site/contract/day-papers';
import { writeAgreement } from './agreement';
import { writeAttendance, writeAttestation, writeCertificate } from './attendance';
import { writeConvocation, writeProgramme } from './before';
import { writeInvoiceData, writeQuote } from './money';
import type { WritePaper } from './paper';

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
