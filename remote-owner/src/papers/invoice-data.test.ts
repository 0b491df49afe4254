/** @jest-environment node */

import { cellsOf, DAY, data, keptOn, NEXT_DAY, plainOf, request, site, siteWith } from '../../tests/support/paper-data';
import { addressRows } from './addresses';
import { WRITE } from './all-papers';
import { renderInvoiceCsv } from './invoice-data';

describe('the data for an invoicing program', () => {
  test.each([
    ['FR 44 732829320', 'franchise', ['FR44732829320', '']],
    ['TVA non applicable, article 293 B du CGI.', 'exempt', ['', '732829320']],
    ['', 'franchise', ['', '732829320']],
    ['FR 44 732829320', 'standard', ['FR44732829320', '']],
  ] as const)(
    'a seller with « %s » in the regime %s has a number for the tax in the data of the invoice',
    (vat, regime, numbers) => {
      const publisher = { ...site.publisher, vat };
      const own = data({}, { site: { ...site, publisher, papers: { ...site.papers, vat: regime } } });
      const cells = cellsOf(own);
      const [number, id] = numbers;
      expect(plainOf(WRITE.facture(own))).toContain(
        number ? `"Numéro de TVA","${vat}"` : `"Identifiant fiscal du vendeur","${id}"`,
      );
      expect([cells['Numéro de TVA du vendeur (BT-31)'], cells['Identifiant fiscal du vendeur (BT-32)']]).toEqual(
        numbers,
      );
    },
  );

  test.each([
    ['12 rue des Lilas, bâtiment B, 97400 Saint-Denis', '12 rue des Lilas', 'bâtiment B', '97400', 'Saint-Denis'],
    ['12, rue des Lilas\n35000 Rennes Cedex 7', '12, rue des Lilas', '', '35000', 'Rennes Cedex 7'],
    ['3 rue des Lilas 35000 Rennes', '3 rue des Lilas', '', '35000', 'Rennes'],
    ['Rue du Port, Bruxelles', 'Rue du Port', 'Bruxelles', '', ''],
    ['2 rue du Port, 1000 Bruxelles\nBelgique', '2 rue du Port', '', '1000', 'Bruxelles'],
    ['Unter den Linden 1, 10117 Berlin, Allemagne', 'Unter den Linden 1', '', '10117', 'Berlin'],
    ['Am Markt 1\nHaus B\nD-66111 Saarbrücken\nALLEMAGNE', 'Am Markt 1', 'Haus B', '66111', 'Saarbrücken'],
    ['12, rue Neuve, 2400 LE LOCLE, Suisse', '12, rue Neuve', '', '2400', 'LE LOCLE'],
    ['Damrak 1, 1012 LG Amsterdam, Pays-Bas', 'Damrak 1', '', '1012 LG', 'Amsterdam'],
    ['Rua Augusta 9, 1100-048 Lisboa, Portugal', 'Rua Augusta 9', '', '1100-048', 'Lisboa'],
    ['10 Main Street, London W1A 1AA, Royaume-Uni', '10 Main Street', '', 'W1A 1AA', 'London'],
    ['Flat 2\n12 Baker Street\nLondon\nNW1 6XE\nUK', 'Flat 2', '12 Baker Street', 'NW1 6XE', 'London'],
    ['1 Grafton Street, Dublin D02 AF30, Irlande', '1 Grafton Street', '', 'D02 AF30', 'Dublin'],
    ['Kungsgatan 1, 114 55 Stockholm, Suède', 'Kungsgatan 1', '', '114 55', 'Stockholm'],
    ['1 rue Peel, Montréal QC H3B 1K9, Canada', '1 rue Peel', '', 'H3B 1K9', 'Montréal QC'],
    ['5 Main Street, New York, NY 10001, États-Unis', '5 Main Street', '', '10001', 'New York NY'],
    ['Suite 4, 1600 Main Street, États-Unis', 'Suite 4', '1600 Main Street, États-Unis', '', ''],
    ['12 Baker Street, NW1 6XE, Angleterre', '12 Baker Street', 'NW1 6XE, Angleterre', '', ''],
    ['12 Baker Street London NW1 6XE, Angleterre', '12 Baker Street London NW1 6XE', 'Angleterre', '', ''],
    ['1000 Bruxelles, Belgique', '1000 Bruxelles', 'Belgique', '', ''],
    [
      '5 chemin Neuf\nBois-de-Nèfles\n97490 Sainte-Clotilde\nLa Réunion',
      '5 chemin Neuf',
      'Bois-de-Nèfles',
      '97490',
      'Sainte-Clotilde',
    ],
    ['BP 12, 98713 Papeete, Tahiti, France', 'BP 12', '', '98713', 'Papeete'],
    ['1 rue Ampère, 98800 Nouméa, NOUVELLE CALEDONIE', '1 rue Ampère', '', '98800', 'Nouméa'],
    ['3 rue des Lilas, 35000 Rennes, France', '3 rue des Lilas', '', '35000', 'Rennes'],
    ['14 rue de Paris\nCS 71001\n97490 Sainte-Clotilde', '14 rue de Paris', 'CS 71001', '97490', 'Sainte-Clotilde'],
    ['CS 71001\n14 rue de Paris\n97490 Sainte-Clotilde', 'CS 71001', '14 rue de Paris', '97490', 'Sainte-Clotilde'],
    ['4 quai du Port BP 40123 35400 Saint-Malo Cedex', '4 quai du Port BP 40123', '', '35400', 'Saint-Malo Cedex'],
    ['4 quai du Port, 35402 Saint-Malo CEDEX 04', '4 quai du Port', '', '35402', 'Saint-Malo CEDEX 04'],
    ['4 quai du Port\n35400 Saint-Malo\nBP 40123', '4 quai du Port', '35400 Saint-Malo, BP 40123', '', ''],
    ['5 quai du Port, 35400, Saint-Malo', '5 quai du Port', '', '35400', 'Saint-Malo'],
    ['5 quai du Port\nSaint-Malo 35400', '5 quai du Port', '', '35400', 'Saint-Malo'],
    ['Le Phare, 5 quai du Port, F-35400 Saint-Malo', 'Le Phare', '5 quai du Port', '35400', 'Saint-Malo'],
    ['5 quai du Port, CS 30001, Saint-Malo', '5 quai du Port', 'CS 30001, Saint-Malo', '', ''],
    ['5 quai du Port, Saint-Malo, BP 30001', '5 quai du Port', 'Saint-Malo, BP 30001', '', ''],
    ['5 quai du Port, 1000 Bruxelles', '5 quai du Port', '1000 Bruxelles', '', ''],
  ])('the lines, the code and the town of the address %j', (address, ...parts) => {
    expect(addressRows(address).map(([, , value]) => value)).toEqual(parts);
  });

  test.each([
    ['44000 Nantes', 'FR'],
    ['97400 Saint-Denis', 'RE'],
    ['97400 Saint-Denis\nLa Réunion', 'RE'],
    ['CS 71001\n97490 Sainte-Clotilde\nLa Réunion', 'RE'],
    ['97437 Sainte-Anne', 'RE'],
    ['97423 Le Guillaume', 'RE'],
    ['97133 Gustavia', 'BL'],
    ['98000 Monaco', 'MC'],
    ['97199 Ochsenfurt', ''],
    ['1000 Bruxelles', ''],
    ['66111 Saarbrücken, Allemagne', 'DE'],
    ['1201 Genève\nSuisse', 'CH'],
    ['London W1A 1AA, Royaume-Uni', 'GB'],
    ['London W1A 1AA, UK', 'GB'],
    ['London W1A 1AA\nAngleterre', 'GB'],
    ['London W1A 1AA, Grande-Bretagne', 'GB'],
    ['10117 Berlin, Deutschland', 'DE'],
    ['10117 Berlin, GERMANY', 'DE'],
    ['114 55 Stockholm, Sverige', 'SE'],
    ['New York, NY 10001, USA', 'US'],
    ['Chicago IL 60601, États-Unis', 'US'],
    ['75002 Paris, France', 'FR'],
    ['95450, Us', 'FR'],
    ['66111 Saarbrücken', ''],
    ['35001 Las Palmas, Îles Canaries', ''],
  ])('a client at %s has the country « %s » in the data of the invoice', (town, country) => {
    const cells = cellsOf(data({ payer: 'company', payerAddress: `1 quai de la Fosse, ${town}` }));
    expect(cells['Pays du client (BT-55)']).toBe(country);
  });

  test('the data of the invoice have the codes that a program reads, numbers that it adds, and the period as two days', () => {
    const own = data(
      { payer: 'company', payerAddress: '1 quai de la Fosse, 44000 Nantes', kept: [DAY, NEXT_DAY].flatMap(keptOn) },
      { request: { ...request, id: '3f2a91bc', confirmedDates: [DAY, NEXT_DAY], followUp: { paid: '2026-12-20' } } },
    );
    const taxed = { ...own, site: siteWith({ vat: 'standard', paymentDays: '30' }) };
    expect(cellsOf(taxed)).toMatchObject({
      'Adresse du client (BT-50)': '1 quai de la Fosse',
      'Code postal (BT-53)': '44000',
      'Ville (BT-52)': 'Nantes',
      'Référence (BT-12)': '3F2A91BC',
      'Devise (BT-5)': 'EUR',
      'Pays du client (BT-55)': 'FR',
      'SIREN du vendeur (BT-30)': '732829320',
      Financeur: 'l’entreprise (Agence du Port)',
      'Début de la période (BT-73)': '07/12/2026',
      'Fin de la période (BT-74)': '08/12/2026',
      'Catégorie de l’opération': 'Prestation de services',
      'Quantité (BT-129)': '2',
      'Unité (BT-130)': 'DAY',
      'Prix unitaire HT (BT-146)': '165,835',
      'Total HT (BT-109)': '331,67',
      'Taux de TVA (BT-119)': '20',
      'Montant de TVA (BT-110)': '66,33',
      'Total TTC (BT-112)': '398',
      'SIREN du client (BT-47)': '732829320',
      'Heures prévues': '16',
      'Heures suivies': '16',
      'Échéance (BT-9)': '07/01/2027',
      'Réglée le': '20/12/2026',
    });
    expect(renderInvoiceCsv(taxed)).not.toContain('\t');
    expect(cellsOf(data({ payer: 'opco' }))).toMatchObject({ Financeur: 'l’OPCO de l’employeur' });
    expect(renderInvoiceCsv(data())).toContain('VATEX-FR-FRANCHISE');
  });
});
