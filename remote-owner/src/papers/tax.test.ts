/** @jest-environment node */

import type { DayFile } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { VAT_REGIMES } from '@site/contract/owner-facts';
import { TO_COMPLETE } from '@site/contract/to-complete';
import { CONSUMER, cellsOf, DAY, data, plainOf, request, site, siteWith, textOf } from '../../tests/support/paper-data';
import { WRITE } from './all-papers';
import { clientNotices, deadlinesOf } from './deadlines';
import { renderInvoiceCsv } from './invoice-data';
import { netOfTaught } from './tax';

const TAXED: Site = siteWith({ vat: 'standard' });
/** The signature without which no invoice of who pays alone may go out. */
const SIGNED = { request: { ...request, agreement: { isContract: true, signedOn: '2026-11-20' } } };

describe('the tax', () => {
  test.each([
    ['franchise', '199\u00a0€ nets de taxe. TVA non applicable, article 293 B du CGI.'],
    ['exempt', '199\u00a0€ nets de taxe. Exonération de TVA, article 261\u20114\u20114° a du CGI.'],
    ['standard', '165,83\u00a0€ HT, plus 33,17\u00a0€ de TVA à 20\u00a0%, soit 199\u00a0€ TTC.'],
  ] as const)('the price of a regime of VAT: %s', (vat, line) => {
    const own = data({}, { site: siteWith({ vat }) });
    expect(textOf(WRITE.convention(own))).toContain(line);
  });

  test.each([
    ['2026-12-08', '199 € nets de taxe. TVA non', ';0;'],
    [DAY, '165,83 € HT', ';20;'],
  ])('papers of a day have the regime of VAT of that day once it is over, seen on %s', (today, price, rate) => {
    const own = data({ vatThen: 'franchise' }, { today, site: TAXED });
    expect(plainOf(WRITE.convention(own))).toContain(price);
    expect(plainOf(WRITE.facture(own)).includes('293 B')).toBe(rate === ';0;');
    expect(WRITE.facture(own).missing.length).toBe(rate === ';0;' ? 0 : 1);
    expect(renderInvoiceCsv(own)).toContain(rate);
  });

  describe.each([
    ['a professional', { payer: 'self' }],
    ['a private person', CONSUMER],
  ] as const)('%s', (who, client) => {
    const isPrivate = who === 'a private person';
    const clientWord = isPrivate ? 'particulier' : 'professionnel';

    test.each([
      ['97400 Saint-Denis', '8,5', '183,41', '15,59', '55,02', '4,68'],
      ['97110 Pointe-à-Pitre', '8,5', '183,41', '15,59', '55,02', '4,68'],
      ['97200 Fort-de-France', '8,5', '183,41', '15,59', '55,02', '4,68'],
      ['35000 Rennes', '20', '165,83', '33,17', '49,75', '9,95'],
    ])('at %s is taxed at the rate of that place, %s', (town, rate, net, tax, netFirst, taxFirst) => {
      const own = data({ ...client, address: `3 rue des Lilas, ${town}`, depositOn: '2026-12-20' }, { site: TAXED });
      const sums = `"sums":[["Total HT","${net} €"],["TVA à ${rate} %","${tax} €"],["Total TTC","199 €"]]`;
      for (const write of [WRITE.devis, WRITE.facture]) expect(plainOf(write(own))).toContain(sums);
      expect(plainOf(WRITE.facture(own))).toContain(`, soit ${netFirst} € HT et ${taxFirst} € de TVA`);
      expect(plainOf(WRITE.convention(own))).toContain(
        `["Prix","${net} € HT, plus ${tax} € de TVA à ${rate} %, soit 199 € TTC."]`,
      );
      expect(cellsOf(own)).toMatchObject({
        'Total HT (BT-109)': net,
        'Taux de TVA (BT-119)': rate,
        'Montant de TVA (BT-110)': tax,
        'Catégorie de TVA (BT-118)': 'S',
        'Code d’exonération (BT-121)': '',
      });
      expect(clientNotices(own)).toEqual(
        rate === '8,5'
          ? [expect.stringMatching(new RegExp(`^Le client est un ${clientWord} outre-mer.*la TVA de son lieu, 8,5`))]
          : [],
      );
      expect(deadlinesOf(own).map(({ text }) => text)).toEqual(expect.arrayContaining([...clientNotices(own)]));
    });

    test.each([
      ['97300 Cayenne', '294, 1'],
      ['97600 Mamoudzou', '294, 1'],
      ['97150 Marigot', isPrivate ? '259 A, 5° a' : '259, 1°'],
      ['98714 Papeete', isPrivate ? '259 A, 5° a' : '259, 1°'],
    ])('at %s is charged no tax, by article %s of the CGI', (town, article) => {
      const publisher = { ...site.publisher, vat: 'FR 44 732829320' };
      const own = data({ ...client, address: `3 rue des Lilas, ${town}` }, { site: { ...TAXED, publisher } });
      const mention = `TVA non applicable, article ${article} du CGI.`;
      for (const write of [WRITE.devis, WRITE.facture]) {
        expect(plainOf(write(own))).toContain('"sums":[["Net à payer","199 €"]]');
        expect(plainOf(write(own))).toContain(`["Mention","${mention}"]`);
      }
      expect(plainOf(WRITE.convention(own))).toContain(`["Prix","199 € nets de taxe. ${mention}"]`);
      const invoice = WRITE.facture(own);
      expect(invoice.missing).toEqual([]);
      expect(plainOf(invoice)).not.toMatch(/TTC|TVA à|taux/);
      expect(plainOf(invoice)).toContain('"Numéro de TVA","FR 44 732829320 (hors BT-31 : EN 16931, BR-O-02)"');
      expect(cellsOf(own)).toMatchObject({
        'Total HT (BT-109)': '199',
        'Taux de TVA (BT-119)': '',
        'Montant de TVA (BT-110)': '0',
        'Catégorie de TVA (BT-118)': 'O',
        'Motif d’exonération (BT-120)': mention,
        'Code d’exonération (BT-121)': 'VATEX-EU-O',
        'Numéro de TVA du vendeur (BT-31)': '',
        'Identifiant fiscal du vendeur (BT-32)': '732829320',
      });
      expect(clientNotices(own)).toEqual([
        expect.stringMatching(new RegExp(`^Le client est un ${clientWord} outre-mer.*${article}.*votre comptable`)),
      ]);
      expect(deadlinesOf(own).map(({ text }) => text)).toContainEqual(expect.stringMatching(/référence au CIBS/));
    });
  });

  test.each([
    ['2 rue du Port, 1000 Bruxelles, Belgique', 'standard', /^Client établi hors de France/],
    ['3 rue des Lilas, Rennes', 'standard', /^Pays du client inconnu/],
    ['3 rue des Lilas, 35000 Rennes', 'standard', null],
    ['2 rue du Port, 1000 Bruxelles, Belgique', 'franchise', /^Client établi hors de France/],
    ['3 rue du Mont-Blanc\n1201 Genève\nSuisse', 'exempt', /^Client établi hors de France/],
    ['8 rue de Sébastopol, 98800 Nouméa', 'franchise', /^Le client est un \S+ outre-mer.*259(?:, 1°| A, 5° a)/],
    ['12 rue de Strasbourg, 97150 Marigot', 'exempt', /^Le client est un \S+ outre-mer.*259(?:, 1°| A, 5° a)/],
    ['Hauptstrasse 5, 10115 Berlin', 'standard', /^Pays du client inconnu/],
    ['Calle Mayor 1, 28013 Madrid', 'exempt', /^Pays du client inconnu/],
    ['Gran Vía 1, 48001 Bilbao', 'exempt', /^Pays du client inconnu/],
    ['Am Markt 1, 66111 Saarbrücken', 'exempt', /^Pays du client inconnu/],
    ['Am Bahnhof 1, 77694 Offenbach', 'exempt', /^Pays du client inconnu/],
    ['Markt 1, 66111 Saarbrucken', 'exempt', /^Pays du client inconnu/],
    ['5 Am Bach, 67000 Strasbourg', 'standard', null],
    ['Ermou 1, 10563 Αθήνα', 'exempt', /^Pays du client inconnu/],
    ['3 rue Dürer, 35000 Rennes', 'standard', null],
    ['1 rue du Maroni, 97314 Saül', 'franchise', null],
    ['7 avenue de la Costa, 98000 Monaco', 'standard', null],
    ['7 avenue de la Costa\n98000 Monaco\nMonaco', 'standard', null],
    ['1204 route de Nice, 06600 Antibes', 'standard', null],
    ['8 rue de Rome, 13006 Marseille', 'standard', null],
    ['', 'standard', null],
  ] as const)(
    'of a client at « %s » in the regime %s, the file says what its country changes: %s',
    (address, vat, words) => {
      for (const changes of [
        { payer: 'company', payerAddress: address },
        { ...CONSUMER, address },
      ] as const) {
        const own = data(changes, { site: siteWith({ vat }) });
        expect(clientNotices(own)).toEqual(words ? [expect.stringMatching(words)] : []);
      }
    },
  );

  describe.each(VAT_REGIMES)('of a client in another country, in the regime %s,', (vat) => {
    const own = (changes: Partial<DayFile>, given: Partial<Site> = {}) => {
      const address = '2 rue du Port, 1000 Bruxelles, Belgique';
      const client = { siren: null, payerSiren: null, address, payerAddress: address, ...changes };
      return data(client, { ...SIGNED, site: { ...site, ...given, papers: { ...site.papers, vat } } });
    };

    test.each([
      ['company', 'payerAddress', {}],
      ['self', 'address', {}],
      ['self', 'address', CONSUMER],
    ] as const)(
      'of which %s pays, every paper with a price lacks it, and is written elsewhere',
      (payer, place, more) => {
        for (const name of ['devis', 'convention', 'programme', 'facture'] as const) {
          const paper = WRITE[name](own({ payer, ...more }));
          expect(plainOf(paper)).not.toMatch(/Exonération|293 B|TVA à|(?:199|320) €/);
          expect(paper).toMatchObject({ isComplete: false, isOutside: true });
          expect(paper.missing).toContainEqual(
            expect.objectContaining({ label: 'la TVA d’un client hors de France', place: `dossier:${place}` }),
          );
        }
        expect(cellsOf(own({ payer, ...more }))).toMatchObject({
          'Total HT (BT-109)': '',
          'Catégorie de TVA (BT-118)': '',
        });
      },
    );

    test('a paper that lacks something else too is still to be filled in', () => {
      expect(WRITE.convention(own({ payer: 'company' }, { trainer: undefined })).isOutside).toBe(false);
      expect(WRITE.convocation(own({ payer: 'company' }))).toMatchObject({ isComplete: true, isOutside: false });
    });
  });

  test.each([
    ['18 rue du Port, L-2560 Luxembourg', 'standard', false],
    ['3 rue du Mont-Blanc, 1201 Genève', 'standard', false],
    ['3 rue des Lilas, Rennes', 'standard', false],
    ['3 rue des Lilas, 35000 Rennes', 'standard', true],
    ['18 rue du Port, L-2560 Luxembourg', 'franchise', false],
    ['Rue Neuve 10, 1000 Bruxelles', 'exempt', false],
    ['Hauptstrasse 5, 10115 Berlin', 'standard', false],
    ['Calle Mayor 1, 28013 Madrid', 'exempt', false],
    ['8 boulevard Zerktouni, 20000 Casablanca', 'standard', false],
    ['12 Via Nova, 20137 Porto-Vecchio', 'standard', true],
    ['Via Nova 12, 20137 Porto-Vecchio, France', 'standard', true],
    ['3 rue des Lilas, Rennes', 'exempt', true],
    ['', 'standard', true],
  ] as const)('papers of a client at « %s » in the regime %s have a tax: %s', (address, vat, isTaxed) => {
    const publisher = { ...site.publisher, vat: 'FR 44 732829320' };
    const own = data({ ...CONSUMER, address }, { site: { ...site, publisher, papers: { ...site.papers, vat } } });
    for (const name of ['devis', 'convention', 'facture'] as const) {
      const paper = WRITE[name](own);
      const lacking = paper.missing.filter(({ field }) => field === 'vat' || field === 'price');
      expect(lacking.map(({ label, place }) => [label, place])).toEqual(
        isTaxed ? [] : [['le pays du client, dont la TVA dépend', 'dossier:address']],
      );
      expect(plainOf(paper)).toMatch(isTaxed ? /199 €/ : /^(?!.*(?:199 €|TVA à))/);
      expect(paper.isOutside).toBe(false);
    }
    expect(cellsOf(own)).toMatchObject({ 'Total TTC (BT-112)': isTaxed ? '199' : '' });
    expect(netOfTaught({ ...own.file, vat }, 19_900, own.site)).toBe(vat === 'standard' ? 16_583 : 19_900);
  });

  test.each([
    ['2 rue du Port, 1000 Bruxelles', null, 1],
    ['3 rue des Lilas, Rennes', null, 1],
    ['3 rue des Lilas, Rennes', '732829320', 0],
    ['3 rue des Lilas, 35000 Rennes', null, 0],
  ])(
    'a business at « %s » with the number %s is asked for its country, which decides whether it has one',
    (payerAddress, payerSiren, count) => {
      const own = data({ payer: 'company', payerAddress, payerSiren });
      expect(clientNotices(own).filter((notice) => notice.includes('nom du pays'))).toHaveLength(count);
    },
  );

  test.each([
    ['8 rue de Sébastopol, 98800 Nouméa', true],
    ['3 rue des Lilas, 97400 Saint-Denis', false],
    ['3 rue des Lilas, 35000 Rennes', false],
  ])('the papers of a business at « %s » lack a SIREN, which it may not have: %s', (address, isOutside) => {
    const company = { payer: 'company', payerSiren: null, payerAddress: address } as const;
    for (const name of ['convention', 'facture'] as const) {
      const paper = WRITE[name](data(company, { site: { ...TAXED, publisher: { ...site.publisher, vat: 'FR 44' } } }));
      expect(paper.missing.map(({ field }) => field)).toEqual([name === 'facture' ? 'clientSiren' : 'payerSiren']);
      expect(paper.isOutside).toBe(isOutside);
    }
  });

  test.each([
    ['GB123456789', '12 Baker Street, London NW1 6XE, UK', 'Royaume-Uni', 'BT-48'],
    ['SC123456', '1 High Street, Edinburgh EH1 1AA, Scotland', 'Royaume-Uni', 'BT-47'],
    ['EL123456789', 'Odos 1, 10431 Athènes, Grèce', 'Grèce', 'BT-48'],
    ['CHE-123.456.789', '1 Bahnhofstrasse, 8001 Zürich, Schweiz', 'Suisse', 'BT-48'],
    [null, '1 Main Street, Dublin D02 X285, Irlande', 'Irlande', 'BT-47'],
  ])('the number %s of a business at « %s » is no SIREN, and its country is named: %s', (...row) => {
    const [payerSiren, payerAddress, country, term] = row;
    const own = data({ payer: 'company', payerSiren, payerAddress });
    const [agreement, invoice] = [WRITE.convention(own), WRITE.facture(own)];
    const name = 'numéro d’immatriculation ou de TVA';
    expect(plainOf(agreement)).toContain(`, ${name} ${payerSiren ?? TO_COMPLETE}, représentée`);
    expect(plainOf(invoice)).toContain(
      `["Numéro d’immatriculation ou de TVA du client","${payerSiren ?? TO_COMPLETE}"]`,
    );
    expect(plainOf(invoice)).toContain(`["Pays","${country}"]`);
    expect(cellsOf(own)).toMatchObject({
      [`Numéro d’immatriculation ou de TVA du client (${term})`]: payerSiren ?? '',
    });
    const labels = [...agreement.missing, ...invoice.missing].map(({ label }) => label);
    expect(labels.filter((label) => label.includes('SIREN') || label.includes(name))).toEqual(
      payerSiren ? [] : [`le ${name} de l’entreprise`, `le ${name} du client`],
    );
  });

  test.each(['97400 Saint-Denis', '97300 Cayenne', '98714 Papeete', '35000 Rennes'])(
    'no paper of a private person at %s is complete while a place in it is not',
    (town) => {
      const publisher = { ...site.publisher, vat: 'FR 44 732829320' };
      const own = data(
        { ...CONSUMER, address: `3 rue des Lilas, ${town}` },
        { ...SIGNED, site: { ...TAXED, publisher } },
      );
      for (const write of [WRITE.devis, WRITE.convention, WRITE.facture]) {
        const paper = write(own);
        expect([paper.isComplete, plainOf(paper).includes(TO_COMPLETE)]).toEqual([true, false]);
      }
    },
  );

  describe.each(['97400 Saint-Denis', '97300 Cayenne', '98714 Papeete', '35000 Rennes'])('at %s', (town) => {
    test.each(
      (['self', 'opco'] as const).flatMap((payer) =>
        [null, ...VAT_REGIMES].map((vat) => [payer, vat, vat ? 'franchise' : 'standard'] as const),
      ),
    )('the year of %s, taught in the regime %s, has the net price of the invoice, now in %s', (payer, vat, now) => {
      const address = `3 rue des Lilas, ${town}`;
      const today: Site = siteWith({ vat: now });
      const own = data({ payer, vatThen: vat, address, payerAddress: address }, { site: today });
      const net = netOfTaught({ ...own.file, vat }, 19_900, today) / 100;
      expect(cellsOf(own)['Total HT (BT-109)']).toBe(String(net).replace('.', ','));
    });
  });

  test.each(['exempt', 'franchise'] as const)(
    'in the regime %s, what is located in Nouvelle-Calédonie needs no exemption of the French tax',
    (vat) => {
      for (const [changes, article] of [
        [CONSUMER, '259 A, 5° a'],
        [{}, '259, 1°'],
      ] as const) {
        const own = data({ ...changes, address: '8 rue de Sébastopol, 98800 Nouméa' }, { site: siteWith({ vat }) });
        for (const name of ['devis', 'convention', 'facture'] as const) {
          expect(plainOf(WRITE[name](own))).toContain(`TVA non applicable, article ${article} du CGI.`);
          expect(plainOf(WRITE[name](own))).not.toMatch(/261-4-4|293 B/);
        }
        expect(cellsOf(own)).toMatchObject({ 'Catégorie de TVA (BT-118)': 'O', 'Total TTC (BT-112)': '199' });
      }
    },
  );

  test.each(['exempt', 'franchise'] as const)(
    'overseas, a seller in the regime %s adds no tax to anybody’s price',
    (vat) => {
      for (const changes of [CONSUMER, {}]) {
        const own = data({ ...changes, address: '3 rue des Lilas, 97400 Saint-Denis' }, { site: siteWith({ vat }) });
        expect(clientNotices(own)).toEqual([]);
        expect(plainOf(WRITE.facture(own))).not.toMatch(/Taux de TVA|TTC"/);
        expect(cellsOf(own)['Catégorie de TVA (BT-118)']).toBe('E');
      }
    },
  );
});
