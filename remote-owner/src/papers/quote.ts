import { isContract } from '@site/contract/day-papers';
import { QUOTE_DAYS } from '@site/contract/offer';
import { addDays } from '@site/contract/today';
import { formatDay, upperFirst } from '../content/dates';
import { titleOf } from '../content/paper-names';
import { FIELDS, plannedDuration } from './fields';
import { carriedRow, clientNumberRow, fundOf, lineTable, mentionRow, requestedFrom, SELLER_LAW } from './money';
import { definePaper, forBody, referenceOf, requiredBy, terms, text } from './paper';
import { isCompany, issuedOn, type PaperData, replacedOn, withFundAtSignature } from './paper-data';
import { deliveryMode } from './programme';
import { isFree } from './tax';
import { paymentRow } from './withdrawal';

const QUOTE = 'Code de la consommation, L111-1 et L112-1 (prix et prestation avant le contrat)';

function replacedRow(data: PaperData): readonly [string, string] | null {
  const day = replacedOn('devis', data);
  return day ? ['Annule et remplace', `Le devis du ${formatDay(day)}`] : null;
}

/** The last day of the quote. It ends before the training day. */
function quoteEnd(data: PaperData): string {
  const issued = issuedOn('devis', data);
  const end = addDays(issued, Number(data.site.papers?.quoteDays ?? QUOTE_DAYS));
  const [first = ''] = data.request.confirmedDates;
  return first > issued && first <= end ? addDays(first, -1) : end;
}

/**
 * The sentence about the agreement that follows. D6353-1, II lets an approved quote replace the convention; here an
 * agreement always follows, so that one signature is enough.
 */
function agreementFollows(data: PaperData): string {
  const { payer } = data.file;
  const first = isFree(data) ? '' : ', avant tout paiement';
  const [agreement, signed, law] = isContract(data.file)
    ? ['un contrat', 'lui', `${first} (articles L6353-3 à L6353-7 du Code du travail)`]
    : payer
      ? ['une convention', 'elle', ' (article L6353-1 du Code du travail)']
      : ['une convention ou d’un contrat', 'ce document', first];
  return `Ce devis est suivi d’${agreement} de formation professionnelle : c’est ${signed} que vous signez${law}.`;
}

/** Names the fund beside the client: a fund that may pay in the end does not owe the price. */
function fundRow(data: PaperData): readonly [string, string] | null {
  const fund = fundOf(withFundAtSignature(data));
  return fund ? ['Prise en charge', upperFirst(requestedFrom(fund))] : null;
}

export const writeQuote = definePaper({
  title: titleOf('devis'),
  party: 'clientName',
  mandatory: {
    ...requiredBy(SELLER_LAW, 'bodyName', 'bodyAddress', 'bodySiren'),
    ...requiredBy(QUOTE, 'clientName', 'clientAddress', 'title', 'days', 'payment'),
    vat: 'CGI, 261-4-4° a, 293 B ou 278 (régime de TVA)',
  },
  also: ['duration', 'traineeName', 'payer'],
  blocks: (field, data) => [
    terms(
      ['Référence', referenceOf(data)],
      ['Date', formatDay(issuedOn('devis', data))],
      ['Valable jusqu’au', formatDay(quoteEnd(data))],
      replacedRow(data),
      [isCompany(data.file) ? 'Client' : 'Client et stagiaire', `${field.clientName}\n${field.clientAddress}`],
      clientNumberRow(data),
      isCompany(data.file) ? ['Stagiaire', FIELDS.traineeName.read(data)] : null,
      fundRow(data),
      ['Modalités', deliveryMode(data)],
    ),
    lineTable(
      { ...field, quantity: plannedDuration(data), units: data.request.confirmedDates.length },
      data,
      carriedRow(data) ? 'Total' : undefined,
    ),
    terms(mentionRow(data, field.vat), carriedRow(data), paymentRow(field.payment, data)),
    text(agreementFollows(data)),
    {
      kind: 'signatures',
      parties: [[forBody(field.bodyName, data), 'Cachet et signature']],
    },
  ],
});
