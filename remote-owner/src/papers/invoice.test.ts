/** @jest-environment node */

import type { SignedAgreement } from '@site/contract/agreement-words';
import { type DayFile, HALVES, type Payer } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { type AgreedTexts, agreedTextsOf } from '@site/contract/owner-facts';
import { TO_COMPLETE } from '@site/contract/to-complete';
import {
  ABSENT_MORNING,
  CONSUMER,
  cellsOf,
  DAY,
  data,
  file,
  KEPT_TWO_DAYS,
  keptOn,
  LEFT_EARLY,
  marked,
  NEXT_DAY,
  plainOf,
  request,
  site,
  siteWith,
  twoDays,
} from '../../tests/support/paper-data';
import { WRITE } from './all-papers';
import { deadlinesOf } from './deadlines';
import { changedSince } from './fingerprint';
import { renderInvoiceCsv } from './invoice-data';

const signedOn = (day: string) => marked({ sentOn: day, signedOn: day, days: [DAY] }, 'convention');
const ABSENT = HALVES.map((half) => ({ date: DAY, half, from: null, to: null }));

describe('the invoice', () => {
  test.each([
    [
      'an absence',
      keptOn(DAY).map((one) => (one.half === 'morning' ? { ...one, from: null, to: null } : one)),
      '4 h 30 suivies',
    ],
    ['an early leave', LEFT_EARLY, '7 h 30 suivies'],
  ])(
    'after %s, the invoice lacks its price until the owner has said it, and the agreement keeps its own',
    (_, kept, followed) => {
      const invoice = WRITE.facture(data({ kept }));
      expect(invoice.missing.map(({ field, place }) => [field, place])).toEqual([
        ['followedPrice', 'dossier:followedCents'],
      ]);
      expect(plainOf(invoice)).toContain(`["Prix","${TO_COMPLETE}"]`);
      expect(plainOf(invoice) + renderInvoiceCsv(data({ kept }))).not.toMatch(/199 €|;199;/);
      const said = { kept, followedCents: 10_050 };
      expect(WRITE.facture(data(said)).missing).toEqual([]);
      expect(plainOf(WRITE.facture(data(said)))).toContain(`"Forfait, ${followed} sur 8 h prévues"`);
      expect(plainOf(WRITE.facture(data(said)))).toContain('"Prix convenu","199 €, pour 8 h prévues"');
      expect(plainOf(WRITE.facture(data(said)))).toContain('"Total (HT = TTC)","100,50 €"');
      expect(renderInvoiceCsv(data(said))).toContain(';100,5;');
      expect(WRITE.convention(data(said)).fingerprint).toBe(WRITE.convention(data()).fingerprint);
      expect(WRITE.facture(data({ kept, priceCents: 0 })).missing).toEqual([]);
    },
  );

  test('fewer than two hours that were followed are singular', () => {
    const kept = ABSENT.map((one) => (one.half === 'morning' ? one : { ...one, from: '13:30', to: '14:30' }));
    expect(plainOf(WRITE.facture(data({ kept, followedCents: 2_400 })))).toContain(
      '"Forfait, 1 h suivie sur 8 h prévues"',
    );
    expect(plainOf(WRITE.facture(data({ kept: ABSENT, followedCents: 0 })))).toContain('"Forfait, 0 h suivie sur 8 h');
  });

  test.each<[string, boolean, Partial<DayFile>, SignedAgreement | undefined]>([
    ['before its contrat is signed', false, {}, undefined],
    ['on the last of the ten days after the signature', false, { papers: signedOn('2026-11-28') }, undefined],
    ['after the ten days', true, { papers: signedOn('2026-11-27') }, undefined],
    ['after those of the contrat before', true, {}, { isContract: true, signedOn: '2026-11-27' }],
    [
      'after a convention alone',
      false,
      { papers: signedOn('2026-11-27') },
      { isContract: false, signedOn: '2026-11-27' },
    ],
    ['where nothing is paid', true, { priceCents: 0 }, undefined],
    ['of a fund, before its convention is signed', true, { payer: 'agefice' }, undefined],
  ])('an invoice %s may go out: %s', (_, may, changes, agreement) => {
    const { isComplete, missing } = WRITE.facture(
      data({ payer: 'self', ...changes }, { request: { ...request, ...(agreement && { agreement }) } }),
    );
    expect([isComplete, missing]).toEqual([may, []]);
  });

  test('a timetable that is shorter than what was signed leaves less than that to follow, whose price is asked', () => {
    const shorter = { ...site, day: [{ from: '09:00', to: '12:30', text: 'Relances' }] };
    const kept = keptOn(DAY).map((half) => (half.half === 'morning' ? half : { ...half, to: '17:00' }));
    const ofMark = (texts: AgreedTexts | null) => {
      const papers = marked({ signedOn: '2026-11-20', isValid: true, texts });
      return data({ payer: 'opco', kept, papers }, { site: shorter });
    };
    const { dayMinutes, ...before } = agreedTextsOf(site, 480);
    const own = ofMark({ dayMinutes, ...before });
    expect(WRITE.facture(own).missing.map(({ field }) => field)).toEqual(['followedPrice']);
    expect(plainOf(WRITE.facture(own))).toContain('"Forfait, 7 h suivies sur 8 h prévues"');
    expect(plainOf(WRITE.convention(own))).toContain('1 journée, 8 heures');
    expect(plainOf(WRITE.emargement(own))).toContain('"Heures prévues","8 h"');
    for (const older of [before, null]) expect(WRITE.facture(ofMark(older)).missing).toEqual([]);
  });

  test.each([
    [ABSENT_MORNING, 9_950, null],
    [ABSENT_MORNING, 10_571, null],
    [ABSENT_MORNING, 10_573, '6,23 €'],
    [ABSENT_MORNING, 19_900, '99,50 €'],
    [ABSENT_MORNING.map((half) => ({ ...half, from: null, to: null })), 19_900, '199 €'],
    [ABSENT_MORNING, null, null],
  ])('of what was charged beyond the followed hours, the invoice says that it is no training', (kept, cents, sum) => {
    const hours = kept.map((half) => (half.to ? { ...half, from: '14:00', to: '18:00' } : half));
    const own = data({ payer: 'opco', kept: hours, followedCents: cents });
    const invoice = WRITE.facture(own);
    expect(plainOf(invoice).includes('mais un dédit')).toBe(sum !== null);
    if (!sum) return;
    expect(plainOf(invoice)).toContain(`la part des heures non suivies, ${sum}, n’est pas le prix d’une formation`);
    expect(plainOf(invoice)).toContain(`["Prix","${TO_COMPLETE}"]`);
    expect(invoice.missing.map(({ label }) => label)).toEqual(['le prix de ce qui a été suivi, sans le dédit']);
    expect(cellsOf(own)).toMatchObject({ 'Total TTC (BT-112)': '', 'Reste à payer (BT-115)': '' });
  });

  test('a timetable of later changes neither what was planned for a day whose hours are noted, nor what its invoice asks', () => {
    const longer = { ...site, day: [...(site.day ?? []), { from: '18:00', to: '20:00', text: 'Questions' }] };
    const kept = keptOn(DAY).map((half) => ({ ...half, planned: 480 }));
    const own = data({ kept }, { site: longer });
    expect(WRITE.facture(own).missing).toEqual([]);
    expect(plainOf(WRITE.convention(own))).toContain('1 journée, 8 heures');
    expect(cellsOf(own)).toMatchObject({ 'Heures prévues': '8' });
    expect(WRITE.facture(data({}, { site: longer })).missing).toHaveLength(1);
    const later = '2026-12-14';
    const two = { ...own, request: { ...request, confirmedDates: [DAY, later] } };
    expect(plainOf(WRITE.convention(two))).toContain('2 journées, soit 18 heures');
  });

  test.each<readonly [string, Partial<DayFile>, readonly string[]]>([
    ['an employer', { payer: 'opco', payerSiren: null }, ['dossier:payerSiren']],
    ['an independent who pays alone', { payer: 'self', siren: null }, ['dossier:siren']],
    ['a private person', { ...CONSUMER }, []],
  ])('the invoice of %s lacks the SIREN of a client who buys for a business', (_, changes, places) => {
    const invoice = WRITE.facture(data(changes));
    expect(invoice.missing.map(({ place }) => place)).toEqual(places);
    expect(plainOf(invoice).includes(`["SIREN du client","${TO_COMPLETE}"]`)).toBe(places.length > 0);
    expect(invoice.missing.map(({ source }) => source).join()).toMatch(
      places.length > 0 ? /242 nonies A, I, 1° / : /^$/,
    );
  });

  test('only an invoice with a tax lacks the number of who charges it', () => {
    const missing = (vat: 'standard' | 'exempt') =>
      WRITE.facture(data({}, { site: siteWith({ vat }) })).missing.map(({ place }) => place);
    expect(missing('standard')).toEqual(['site:publisher.vat']);
    expect(missing('exempt')).toEqual([]);
  });

  test('the invoice of AGEFICE has to say that it is paid, with the day once it is', () => {
    const invoice = (payer: Payer, paid?: string) =>
      plainOf(WRITE.facture(data({ payer }, { request: { ...request, followUp: paid ? { paid } : {} } })));
    expect(invoice('agefice')).toContain('"Une fois réglée","« Acquittée », à écrire sur la facture');
    expect(invoice('agefice', '2026-12-20')).toContain(
      '"Acquittée le","dimanche 20 décembre 2026 : à écrire sur la facture',
    );
    expect(invoice('self', '2026-12-20')).toContain('"Réglée le","dimanche 20 décembre 2026"');
    expect(invoice('self')).not.toMatch(/cquittée|Acompte|Reste/);
  });

  test.each([
    ['agefice', 'franchise', 'Total (HT = TTC)'],
    ['agefice', 'exempt', 'Total (HT = TTC)'],
    ['agefice', 'standard', 'Total TTC'],
    ['fifpl', 'franchise', 'Net à payer'],
  ] as const)('the price of an invoice for %s in the regime %s is called « %s »', (payer, vat, total) => {
    const own = data({ payer }, { site: siteWith({ vat }) });
    expect(plainOf(WRITE.facture(own))).toContain(`["${total}","199 €"]]`);
  });

  test('of an absence for which nothing is due, the invoice says so instead of a line of nothing', () => {
    const invoice = plainOf(WRITE.facture(data({ ...CONSUMER, kept: ABSENT, followedCents: 0 })));
    expect(invoice).toContain('["Prix","Rien à facturer."]');
    expect(invoice).not.toMatch(/"0 €"|"sums"|rembourser|Codes pour|"Mention"/);
  });

  test.each<readonly [string, Partial<DayFile>, readonly string[], Readonly<Record<string, string>>]>([
    [
      'an absence',
      { kept: ABSENT, followedCents: 0 },
      ['["Prix","Rien à facturer."]'],
      {
        'Total TTC (BT-112)': '',
        'Reste à payer (BT-115)': '0',
        'Échéance (BT-9)': '',
        'Conditions de paiement (BT-20)': '',
      },
    ],
    [
      'a missed half',
      { kept: ABSENT_MORNING, followedCents: 9_950 },
      ['"Net à payer","99,50 €"'],
      { 'Total TTC (BT-112)': '99,5', 'Reste à payer (BT-115)': '99,5' },
    ],
    [
      'an absence after a deposit',
      { kept: ABSENT, followedCents: 0, depositOn: '2026-12-01' },
      ['"À rembourser, avec le dédit","9,70 €"'],
      { 'Montant payé (BT-113)': '59,7', 'Reste à payer (BT-115)': '-59,7' },
    ],
  ])(
    'a compensation for %s has its own place in the invoice and its data, apart from the price',
    (_, changes, rows, cells) => {
      const own = data({ ...CONSUMER, cancelCents: 5_000, ...changes }, { site: siteWith({ paymentDays: '30' }) });
      const invoice = plainOf(WRITE.facture(own));
      for (const row of ['["Montant","50 €"]', ...rows]) expect(invoice).toContain(row);
      expect(/"Échéance"|"Conditions"/.test(invoice)).toBe(changes.followedCents !== 0);
      expect(cellsOf(own)).toMatchObject({ 'Dédit, à facturer à part': '50', ...cells });
    },
  );

  test.each<readonly [string, Partial<DayFile>, Site['papers'], readonly string[], Readonly<Record<string, string>>]>([
    [
      'an employer who has paid nothing',
      { payer: 'company', priceCents: 30_000, cancelCents: 9_000 },
      { vat: 'standard' },
      ['"Convention","Signée le vendredi 20 novembre 2026"', '["Prix","Rien à facturer."]', '["Montant","90 €"]'],
      { 'Dédit, à facturer à part': '90', 'Montant payé (BT-113)': '', 'Reste à payer (BT-115)': '0' },
    ],
    [
      'a trainee whose fund does not pay it',
      { payer: 'agefice', cancelCents: 9_000 },
      { vat: 'franchise' },
      ['"Qui règle","Camille Martin"', 'À part, et sans le demander à un financeur'],
      { 'Dédit, à facturer à part': '90', 'Montant payé (BT-113)': '', 'Reste à payer (BT-115)': '0' },
    ],
    [
      'a trainee whose deposit covers it',
      { ...CONSUMER, priceCents: 18_000, cancelCents: 5_400, depositOn: '2026-12-02', depositCents: 5_400 },
      { vat: 'exempt' },
      [
        '"Contrat","Signé le vendredi 20 novembre 2026"',
        '["Prix","Rien à facturer."]',
        '["À rembourser, sans le dédit","54 €"],["Reste à payer, avec le dédit","0 €"]',
      ],
      { 'Dédit, à facturer à part': '54', 'Montant payé (BT-113)': '54', 'Reste à payer (BT-115)': '-54' },
    ],
    [
      'a professional with an invoice of the deposit, and no agreed price',
      { payer: 'self', cancelCents: 3_000, depositOn: '2026-12-02', depositCents: 5_970 },
      { vat: 'standard' },
      [
        '["Prix","Rien à facturer : avoir à émettre sur la facture d’acompte, dont',
        '"Acompte de 59,70 €"',
        '["À rembourser, sans le dédit","59,70 €, soit 49,75 € HT et 9,95 € de TVA"],["À rembourser, avec le dédit","29,70 €"]',
      ],
      { 'Dédit, à facturer à part': '30', 'Montant payé (BT-113)': '59,7', 'Reste à payer (BT-115)': '-59,7' },
    ],
  ])('the compensation of a cancelled file of %s stands without any price', (_, changes, texts, rows, cells) => {
    const own = data(
      { papers: marked({ signedOn: '2026-11-20', days: [DAY] }), kept: null, ...changes },
      {
        request: { ...request, status: 'annulee', confirmedDates: [] },
        site: siteWith(texts),
      },
    );
    expect(WRITE.facture(own).missing.map(({ field }) => field)).not.toContain('days');
    const invoice = plainOf(WRITE.facture(own));
    for (const row of ['Dédit pour l’annulation, qui', ...rows]) expect(invoice).toContain(row);
    expect(invoice).not.toMatch(
      /heures non suivies|"sums"|"Jour"|"Quantité"|"Mention"|Codes pour|cquittée|"Échéance"|"Conditions"/,
    );
    expect(cellsOf(own)).toMatchObject({
      ...cells,
      'Total TTC (BT-112)': '',
      'Taux de TVA (BT-119)': '',
      'Catégorie de TVA (BT-118)': '',
      'Code d’exonération (BT-121)': '',
      'Échéance (BT-9)': '',
      'Conditions de paiement (BT-20)': '',
    });
  });

  test.each([
    [
      'a rest',
      9_950,
      '["Reste à payer sur cette facture","39,80 €, soit 33,17 € HT et 6,63 € de TVA"],["Reste à payer, avec le dédit","89,80 €"]',
      '39,8',
    ],
    [
      'less than the deposit',
      5_000,
      '["À rembourser sur cette facture","9,70 €, soit 8,08 € HT et 1,62 € de TVA ; avoir à émettre sur la facture d’acompte (CGI, 289, I, 5)."],["Reste à payer, avec le dédit","40,30 €"]',
      '-9,7',
    ],
  ])(
    'beside a deposit and a compensation, the invoice of %s names its own balance with its tax, as its data do',
    (_, followedCents, rows, balance) => {
      const own = data(
        { payer: 'self', kept: ABSENT_MORNING, followedCents, cancelCents: 5_000, depositOn: '2026-12-20' },
        { site: siteWith({ vat: 'standard' }) },
      );
      expect(plainOf(WRITE.facture(own))).toContain(rows);
      expect(cellsOf(own)['Reste à payer (BT-115)']).toBe(balance);
    },
  );

  test('a compensation is in no invoice of what was followed entirely, and another one makes another invoice', () => {
    const own = (changes: Partial<DayFile>) => data({ kept: ABSENT_MORNING, followedCents: 9_950, ...changes });
    expect(plainOf(WRITE.facture(data({ cancelCents: 5_000 })))).not.toContain('Dédit');
    const [without, since] = [own({}), own({ cancelCents: 5_000 })].map((one) => WRITE.facture(one).fingerprint);
    expect(changedSince(without ?? '', since ?? '')).toEqual(new Set(['price']));
    expect(WRITE.convention(own({ cancelCents: 5_000 })).fingerprint).toBe(WRITE.convention(own({})).fingerprint);
  });

  test.each<readonly [string, Partial<DayFile>, string]>([
    [
      'a professional',
      { payer: 'self' },
      'Rien à facturer : avoir à émettre sur la facture d’acompte, dont il rappelle le numéro (CGI, 289, I, 5).',
    ],
    ['a private person', CONSUMER, 'Rien à facturer.'],
  ])('%s who paid a deposit and followed nothing gets it back, without a line of nothing', (_, client, words) => {
    const own = data({ ...client, kept: ABSENT, followedCents: 0, depositOn: '2026-12-01' });
    const invoice = plainOf(WRITE.facture(own));
    expect(invoice).toContain(`["Prix","${words}"]`);
    expect(invoice).toContain('["Acompte de 59,70 €","Reçu le mardi 1er décembre 2026"]');
    expect(invoice).toContain('"À rembourser","59,70 €"');
    expect(invoice).not.toMatch(/"0 €"|"sums"|"Unité"/);
    expect(cellsOf(own)).toMatchObject({
      'Quantité (BT-129)': '',
      'Unité (BT-130)': '',
      'Prix unitaire HT (BT-146)': '',
      'Total HT (BT-109)': '',
      'Montant de TVA (BT-110)': '',
      'Total TTC (BT-112)': '',
      'Montant payé (BT-113)': '59,7',
      'Reste à payer (BT-115)': '-59,7',
    });
  });

  test('of several days of which one was missed, the invoice and its data name those that were followed', () => {
    const kept = (KEPT_TWO_DAYS ?? []).map((half, at) => (at < 2 ? half : { ...half, from: null, to: null }));
    const own = data({ kept, followedCents: 18_600 }, { request: twoDays });
    const invoice = plainOf(WRITE.facture(own));
    for (const row of [
      '"Jours prévus","Jour 1 – lundi 7 décembre 2026\\nJour 2 – mardi 8 décembre 2026"',
      '"Jour suivi","lundi 7 décembre 2026"',
      '"Automatiser ses relances et ses contacts – lundi 7 décembre 2026, à distance","Forfait, 7 h 30 suivies sur 16 h prévues"',
    ])
      expect(invoice).toContain(row);
    expect(cellsOf(own)).toMatchObject({
      'Début de la période (BT-73)': '07/12/2026',
      'Fin de la période (BT-74)': '07/12/2026',
      'Échéance (BT-9)': cellsOf({ ...own, file: { ...own.file, kept: KEPT_TWO_DAYS } })['Échéance (BT-9)'],
    });
    expect(
      plainOf(WRITE.facture(data({ kept: KEPT_TWO_DAYS, followedCents: 19_900 }, { request: twoDays }))),
    ).toContain('"Jours","Jour 1');
  });

  test('the data of the invoice name its number, its agreement, who owes its price and the day of the training', () => {
    const papers = marked({ signedOn: '2026-11-20' });
    const invoice = plainOf(WRITE.facture(data({ papers })));
    for (const row of [
      '"Numéro","Attribué par votre logiciel, dans une suite sans trou',
      '"Convention","Signée le vendredi 20 novembre 2026"',
      '"Qui règle","Camille Martin (prise en charge demandée à l’AGEFICE)"',
      '"Jour","lundi 7 décembre 2026"',
    ])
      expect(invoice).toContain(row);
    const whoPays = (payer: Payer) => plainOf(WRITE.facture(data({ payer })));
    expect(whoPays('opco')).toContain(
      '"Qui règle","Agence du Port (prise en charge demandée à l’OPCO du client, qui peut payer directement)"',
    );
    expect(whoPays('other')).toContain(
      '"Qui règle","Camille Martin (prise en charge demandée à : Agence du Port, qui peut payer directement)"',
    );
    expect(plainOf(WRITE.facture(data({ payer: 'self', papers })))).toContain('"Contrat","Signé le vendredi');
  });

  test.each([
    ['franchise', { payer: 'self' }, true],
    ['standard', { payer: 'self' }, true],
    ['exempt', { payer: 'self' }, false],
    ['franchise', CONSUMER, false],
  ] as const)('a deposit needs an invoice of its own in the regime %s, of %j: %s', (vat, changes, isNeeded) => {
    const papers = marked({ signedOn: '2026-11-20' });
    const own = data({ papers, depositOn: '2026-12-01', ...changes }, { site: siteWith({ vat }) });
    const words = ' ; facture d’acompte à émettre (CGI, 289, I, 1, c), son numéro à rappeler ici."';
    const invoice = plainOf(WRITE.facture(own));
    expect(invoice).toContain('"Reçu le mardi 1er décembre 2026');
    expect(invoice.includes(words)).toBe(isNeeded);
    expect(deadlinesOf(own).some(({ text }) => text.includes('facture d’acompte'))).toBe(isNeeded);
  });

  test.each([
    ['a rest', {}, '49,75 € HT et 9,95 € de TVA', '"Reste à payer","139,30 €, soit 116,08 € HT et 23,22 € de TVA"'],
    [
      'too much paid',
      { kept: ABSENT_MORNING, followedCents: 5_000 },
      '49,75 € HT et 9,95 € de TVA',
      '"À rembourser","9,70 €, soit 8,08 € HT et 1,62 € de TVA ; avoir à émettre sur la facture d’acompte (CGI, 289, I, 5)."',
    ],
  ])('a deposit with a tax, and %s, are said without it and with it', (_, changes, deposit, left) => {
    const own = data({ payer: 'self', depositOn: '2026-12-20', ...changes }, { site: siteWith({ vat: 'standard' }) });
    expect(plainOf(WRITE.facture(own))).toContain(`"Reçu le dimanche 20 décembre 2026, soit ${deposit} ;`);
    expect(plainOf(WRITE.facture(own))).toContain(left);
  });

  test.each([
    ['Les heures suivies sont dues.', true],
    ['Passé un retard de 5 minutes, seules les heures suivies sont dues.', false],
    ['', false],
  ])(
    'a quarter of an hour less keeps the price, and the invoice says it, only where the agreement tolerates it, beside « %s »: %s',
    (earlyLeave, isTolerated) => {
      const kept = (file.kept ?? []).map((one) => (one.half === 'morning' ? one : { ...one, to: '17:45' }));
      const own = data({ kept }, { site: siteWith({ earlyLeave }) });
      const invoice = WRITE.facture(own);
      expect(plainOf(WRITE.convention(own)).includes('Un écart de 15 minutes')).toBe(isTolerated);
      expect(invoice.missing.map(({ field }) => field)).toEqual(isTolerated ? [] : ['followedPrice']);
      expect(plainOf(invoice)).toContain(
        isTolerated
          ? '"1 journée, 7 h 45 suivies sur 8 h prévues","199 €","199 €"'
          : '"Forfait, 7 h 45 suivies sur 8 h prévues"',
      );
      expect(plainOf(WRITE.facture({ ...own, file }))).toContain('"1 journée, 8 h suivies"');
    },
  );

  test('only between professionals, the invoice has what is due for a late payment', () => {
    const invoice = (changes: Partial<DayFile>) => plainOf(WRITE.facture(data(changes)));
    expect(invoice({})).toMatch(/Indemnité forfaitaire de 40 €.*Pas d’escompte pour paiement anticipé/);
    for (const siren of [null, '732829320']) {
      const own = { payer: 'self', siren, status: 'individual' } as const;
      expect(invoice(own)).not.toMatch(/40 €|L441-10|scompte|Date à écrire/);
      expect(renderInvoiceCsv(data(own))).not.toMatch(/40 €|L441-10|scompte/);
    }
  });

  test.each<readonly [string, NonNullable<Site['payment']>, string | undefined, string]>([
    ['nothing else is agreed', { how: 'Par virement.' }, undefined, 'mercredi 6 janvier 2027'],
    ['the owner has a number of days', { when: 'À réception.' }, '15', 'mardi 22 décembre 2026'],
    ['it is due on receipt', { when: 'À réception.' }, undefined, 'La date d’émission, à écrire aussi comme échéance'],
    [
      'a whole sentence says so',
      { when: 'Le prix se règle à réception de la facture.' },
      undefined,
      'La date d’émission, à écrire aussi comme échéance',
    ],
    [
      'the terms are in words',
      { when: 'Fin de mois, à réception.' },
      undefined,
      'Date à écrire sur la facture, d’après les conditions',
    ],
  ])(
    'the due date of an invoice between professionals does not contradict its terms where %s',
    (_, payment, days, due) => {
      const own = data({}, { site: { ...site, payment, papers: { ...site.papers, paymentDays: days } } });
      const invoice = plainOf(WRITE.facture(own));
      expect(invoice).toContain(`"Échéance","${due}`);
      expect(/à réception/i.test(invoice)).toBe(days === undefined && payment.when !== undefined);
      expect(cellsOf(own)['Échéance (BT-9)']).toBe({ mer: '06/01/2027', mar: '22/12/2026' }[due.slice(0, 3)] ?? '');
      expect(plainOf(WRITE.convention(own)).includes('dans les 15 jours qui suivent la formation')).toBe(days === '15');
      expect(deadlinesOf(own).map(({ text }) => text.replace(/[\u00a0\u202f]/g, ' '))).toContain(
        `Paiement de la facture : ${/^(?:La d|D)ate/.test(due) ? 'selon ce qui est convenu' : `au plus tard le ${due}`}.`,
      );
    },
  );

  test.each<readonly [string, Partial<DayFile>, string | undefined, string | null]>([
    [
      'a professional',
      {},
      undefined,
      '________ €, à déduire ; une facture d’acompte pour chacune (CGI, 289, I, 1, c).',
    ],
    ['a private person', CONSUMER, undefined, '________ €, à déduire.'],
    ['who has paid all', {}, '2026-12-22', null],
    ['whom a fund pays back', { payer: 'agefice', depositOn: null }, undefined, null],
  ])(
    'the invoice of several days has a place for the parts that the contrat of %s let be paid, and its data no rest',
    (_, changes, paid, words) => {
      const own = (confirmedDates: readonly string[], depositOn: string | null) =>
        data(
          { payer: 'self', kept: [DAY, NEXT_DAY].flatMap(keptOn), depositOn, ...changes },
          { request: { ...request, confirmedDates, followUp: paid ? { paid } : {} } },
        );
      const row = words && `["Parts déjà réglées","${words}"]`;
      for (const depositOn of [null, '2026-12-01']) {
        const several = own([DAY, NEXT_DAY], depositOn);
        const invoice = plainOf(WRITE.facture(several));
        expect(invoice.includes('Parts déjà réglées')).toBe(row !== null);
        if (row) expect(invoice).toContain(row);
        expect(invoice).not.toContain('Net à payer');
        expect(cellsOf(several)['Reste à payer (BT-115)']).toBe(row ? '' : paid ? '0' : '398');
      }
      expect(plainOf(WRITE.facture(own([DAY], null)))).not.toContain('Parts');
    },
  );

  test('after an absence of two days, the invoice has one line at the price of what was followed, in its data too', () => {
    const kept = (KEPT_TWO_DAYS ?? []).map((half, at) => (at === 3 ? { ...half, from: null, to: null } : half));
    const own = data({ kept, followedCents: 24_000 }, { request: twoDays });
    expect(plainOf(WRITE.facture(own))).toContain('"Forfait, 10 h 45 suivies sur 16 h prévues","240 €","240 €"');
    expect(cellsOf(own)).toMatchObject({
      'Quantité (BT-129)': '1',
      'Unité (BT-130)': 'LS',
      'Prix unitaire HT (BT-146)': '240',
      'Total HT (BT-109)': '240',
      'Heures prévues': '16',
      'Heures suivies': '10,75',
    });
    expect(plainOf(WRITE.devis(own))).toContain('"2 journées de 8 heures, soit 16 heures","199 €","398 €"');
  });

  test.each<readonly [string, Partial<DayFile>, string | undefined, readonly string[], readonly [string, string]]>([
    ['nothing', { depositOn: null }, undefined, [], ['', '199']],
    [
      'a deposit',
      {},
      undefined,
      ['"Acompte de 59,70 €","Reçu le dimanche 20 décembre 2026 ;', '"Reste à payer","139,30 €"', '"Total","199 €"'],
      ['59,7', '139,3'],
    ],
    ['all', {}, '2026-12-22', ['"Acompte de 59,70 €","Reçu', '"Total","199 €"'], ['199', '0']],
    [
      'a deposit on the price of the contrat, of which less was followed',
      { kept: ABSENT_MORNING, followedCents: 10_000 },
      undefined,
      ['"Acompte de 59,70 €","Reçu', '"Reste à payer","40,30 €"'],
      ['59,7', '40,3'],
    ],
    [
      'a deposit of more than was followed',
      { kept: ABSENT_MORNING, followedCents: 5_000 },
      undefined,
      ['"À rembourser","9,70 € ; avoir à émettre sur la facture d’acompte (CGI, 289, I, 5)."'],
      ['59,7', '-9,7'],
    ],
    [
      'a deposit while nobody has said what is due',
      { kept: ABSENT_MORNING },
      undefined,
      ['"Acompte de 59,70 €","Reçu'],
      ['59,7', ''],
    ],
  ])('the data of an invoice of which %s was paid say what is left to pay', (_, changes, paid, rows, amounts) => {
    const own = data(
      { payer: 'self', depositOn: '2026-12-20', ...changes },
      { request: { ...request, followUp: paid ? { paid } : {} } },
    );
    const invoice = plainOf(WRITE.facture(own));
    for (const row of rows) expect(invoice).toContain(row);
    expect(invoice.includes('Reste à payer')).toBe(rows.some((row) => row.includes('Reste')));
    const cells = cellsOf(own);
    expect([cells['Montant payé (BT-113)'], cells['Reste à payer (BT-115)']]).toEqual(amounts);
  });

  test.each<readonly [string, Partial<DayFile>]>([
    ['a deposit of more than was followed', { kept: ABSENT_MORNING, followedCents: 5_000, depositOn: '2026-12-20' }],
    ['a price of 0', { payer: 'agefice', priceCents: 0 }],
  ])('of %s, an invoice has neither a due date nor terms, as nothing is left to pay', (_, changes) => {
    const own = data({ payer: 'self', ...changes }, { site: siteWith({ paymentDays: '30' }) });
    const invoice = plainOf(WRITE.facture(own));
    for (const row of ['Échéance', 'Conditions', 'Pénalités de retard', 'Une fois réglée'])
      expect(invoice).not.toContain(`"${row}"`);
    expect(invoice.includes('"Règlement"')).toBe(changes.depositOn !== undefined);
    expect(cellsOf(own)).toMatchObject({ 'Échéance (BT-9)': '', 'Conditions de paiement (BT-20)': '' });
  });
});
