/** @jest-environment node */

import { CONSUMER, DAY, data, marked, plainOf, request, siteWith, textOf } from '../../tests/support/paper-data';
import { WRITE } from './all-papers';

describe('the quote', () => {
  test.each([
    ['agefice', 'à l’AGEFICE'],
    ['fifpl', 'au FIF-PL'],
    ['opco', 'à l’OPCO du client'],
    ['other', 'à : Agence du Port'],
    ['company', null],
    ['self', null],
  ] as const)('a quote that is paid by %s names who is asked to pay: %s', (payer, fund) => {
    const quote = plainOf(WRITE.devis(data({ payer })));
    expect(quote.includes('Prise en charge')).toBe(fund !== null);
    if (fund) expect(quote).toContain(`"Prise en charge","Demandée ${fund}"`);
  });

  test.each([
    [{ ...CONSUMER }, 'un contrat de formation professionnelle : c’est lui'],
    [
      { payer: null, siren: null, status: null },
      'une convention ou d’un contrat de formation professionnelle : c’est ce document',
    ],
    [{ payer: 'agefice' } as const, 'une convention de formation professionnelle : c’est elle'],
  ])('nobody signs the quote for %j, which an agreement follows', (changes, agreement) => {
    const quote = plainOf(WRITE.devis(data(changes)));
    expect(quote).not.toMatch(/Bon pour accord|Le client,/);
    expect(quote).toContain(`Ce devis est suivi d’${agreement} que vous signez`);
    expect(quote).toContain('"Référence","00000000"');
  });

  test('a quote says until when it is valid: from the day on which it went out, and not longer than until its first day', () => {
    const quote = (sentOn: string | null, quoteDays?: string, confirmedDates: readonly string[] = [DAY]) =>
      plainOf(
        WRITE.devis(
          data(
            { papers: marked({ sentOn }) },
            { site: siteWith({ quoteDays }), request: { ...request, confirmedDates } },
          ),
        ),
      );
    expect(quote(null)).toContain('"Valable jusqu’au","jeudi 7 janvier 2027"');
    expect(quote('2026-12-01', '60')).toContain('"Valable jusqu’au","dimanche 6 décembre 2026"');
    expect(quote('2026-12-01', '60', ['2027-03-01'])).toContain('"Valable jusqu’au","samedi 30 janvier 2027"');
    expect(quote(null)).toContain('"SIREN du client","732 829 320"');
  });

  test('only a tax that is charged makes a price without it and a row of its own', () => {
    const quote = (vat: 'standard' | 'exempt') => textOf(WRITE.devis(data({}, { site: siteWith({ vat }) })));
    expect(quote('standard')).toContain('Prix unitaire HT');
    expect(quote('standard')).not.toContain('Mention');
    expect(quote('exempt')).not.toContain('HT');
    expect(quote('exempt')).toContain('Mention');
  });
});
