/** @jest-environment node */

import type { DayFile } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { addDays } from '@site/contract/today';
import {
  CONSUMER,
  cellsOf,
  DAY,
  DEPOSIT,
  data,
  marked,
  plainOf,
  request,
  site,
  siteWith,
} from '../../tests/support/paper-data';
import { depositWarning } from '../facts/use-facts';
import { WRITE } from './all-papers';
import { clientNotices, deadlinesOf, withdrawalNotices } from './deadlines';
import { changedSince } from './fingerprint';
import { renderInvoiceCsv } from './invoice-data';
import { type PaperData, signedOnOf } from './paper-data';

describe('the payments of a contrat', () => {
  test('days of payment that the site names in letters give the invoice its due date', () => {
    const when = 'Le prix se règle après la journée, sur facture, dans les trente jours.';
    const due = { today: '2026-12-08', site: { ...site, payment: { when } } };
    expect(cellsOf(data({ payer: 'self' }, due))).toMatchObject({ 'Échéance (BT-9)': '06/01/2027' });
  });

  test.each<readonly [readonly string[], readonly (readonly [string, string])[]]>([
    [[DAY], [['Formation du lundi 7 décembre 2026', '139,30 €']]],
    [
      [DAY, '2026-12-08', '2026-12-09'],
      [
        ['Formation du lundi 7 décembre 2026', '139,30 €'],
        ['Formation du mardi 8 décembre 2026', '139,30 €'],
        ['Formation du mercredi 9 décembre 2026', '139,30 €'],
      ],
    ],
  ])(
    'the payments of a contrat with a deposit for %j are one schedule, which makes the price',
    (confirmedDates, rows) => {
      const own = {
        request: { ...request, confirmedDates },
        today: '2026-11-20',
        site: { ...DEPOSIT, payment: { when: 'À réception.', how: 'Par virement.' } },
      };
      const text = plainOf(WRITE.convention(data({ payer: 'self' }, own)));
      const first = confirmedDates.length * 59.7;
      const schedule = [
        [
          'Expiration du délai de dix jours, compté de la signature (article L6353-5)',
          `${first.toFixed(2).replace('.', ',')} €`,
        ],
        ...rows,
      ];
      expect(text).toContain(JSON.stringify(schedule));
      expect(text.includes('Le solde se règle par parts : au plus tôt à ces échéances')).toBe(rows.length > 1);
      const others = [WRITE.devis, WRITE.facture].map((write) => plainOf(write(data({ payer: 'self' }, own))));
      for (const one of [text, ...others])
        expect(one).toContain(
          '"Acompte de 30 % à la fin du délai de rétractation de dix jours. Le solde se règle à réception. Par virement."',
        );
    },
  );

  test.each([true, false])(
    'a contrat that is signed keeps what it says of a deposit (%s), whatever the site says now',
    (deposit) => {
      const papers = marked({ signedOn: '2026-11-20', deposit });
      const [then, now] = [deposit, !deposit].map((asks) =>
        data({ payer: 'self', papers }, { site: asks ? DEPOSIT : site, today: '2026-11-20' }),
      );
      const told = (own: PaperData) => [
        deadlinesOf(own),
        WRITE.convention(own).fingerprint,
        plainOf(WRITE.convention(own)),
        plainOf(WRITE.facture(own)),
        renderInvoiceCsv(own),
      ];
      expect(
        told(then as PaperData)
          .join()
          .includes('Acompte de 30 % à la fin'),
      ).toBe(deposit);
      expect(told(now as PaperData)).toEqual(told(then as PaperData));
    },
  );

  test.each([
    [null, false],
    ['2026-12-02', true],
  ])(
    'of a contrat whose mark does not tell, only a deposit that came on %s shows that it was asked for: %s',
    (depositOn, isAsked) => {
      const papers = marked({ signedOn: '2026-11-20', deposit: null });
      for (const own of [site, DEPOSIT]) {
        const signed = data({ payer: 'self', papers, depositOn }, { site: own, today: '2026-12-03' });
        expect(plainOf(WRITE.convention(signed)).includes('Acompte de 30 %')).toBe(isAsked);
        expect(deadlinesOf(signed).some(({ marks = [] }) => marks.some(({ detail }) => detail === 'depositOn'))).toBe(
          isAsked,
        );
      }
    },
  );

  describe.each<readonly [string, Partial<DayFile['papers'][number]>]>([
    ['has not gone out', { sentOn: '2026-12-01', signedOn: '2026-12-01', days: [DAY], isValid: false }],
    ['has gone out', { sentOn: '2026-12-16' }],
    ['is signed', { sentOn: '2026-12-16', signedOn: '2026-12-17' }],
  ])('after a deposit of the one before, a contrat for another day that %s', (_, mark) => {
    const of = (depositOn: string, own = site) => {
      const now = { days: ['2027-01-12'], isValid: true, replaces: '2026-12-01', payableFrom: '2026-12-12', ...mark };
      return data(
        { payer: 'self', papers: marked(now), depositOn, depositCents: 5970, priceCents: 25_000, kept: null },
        { site: own, today: '2026-12-22', request: { ...request, confirmedDates: ['2027-01-12'] } },
      );
    };
    const isEarly = (own: PaperData) => deadlinesOf(own).some(({ text }) => text.includes('avant ce que la loi'));

    test('counts it towards its price, asks for no other, and reports no early payment', () => {
      for (const own of [site, DEPOSIT]) {
        const moved = of('2026-12-15', own);
        const contrat = plainOf(WRITE.convention(moved));
        expect(contrat).toContain(
          '[["Déjà reçu le mardi 15 décembre 2026, au titre de l’accord remplacé, et imputé sur le prix","59,70 €"],["Formation du mardi 12 janvier 2027","190,30 €"]]',
        );
        expect(contrat).toMatch(/Aucune autre somme n’est exigée .* l’organisme lui rend la somme déjà reçue\./);
        expect(contrat).not.toContain('Acompte de');
        expect(isEarly(moved)).toBe(false);
        expect(deadlinesOf(moved)[0]).toMatchObject({ text: expect.stringContaining('soit 59,70\u00a0€, et imputé') });
        const invoice = plainOf(WRITE.facture(moved));
        expect(invoice).toMatch(/"Acompte de 59,70 €","Reçu le mardi 15 décembre 2026.*"Reste à payer","190,30 €"/);
        expect(cellsOf(moved)['Montant payé (BT-113)']).toBe('59,7');
      }
    });

    test('asks for no other sum before the balance where a day lies within its ten days', () => {
      const own = { ...of('2026-12-15', DEPOSIT), today: '2027-01-05' };
      const rest =
        /Hors acompte, au plus tôt 15 jours [^"]*travail\) : aucune autre somme avant \(article L6353-6\)\."/;
      expect(rest.test(plainOf(WRITE.convention(own)))).toBe(signedOnOf(own) === null);
    });

    test('reports one that no contrat allowed', () => {
      for (const depositOn of mark.isValid === false ? ['2026-12-11'] : ['2026-12-11', '2026-12-20']) {
        expect(isEarly(of(depositOn))).toBe(true);
        expect(plainOf(WRITE.convention(of(depositOn)))).not.toContain('Déjà reçu');
      }
    });
  });

  describe('after a deposit came under a contrat that ended as somebody else pays', () => {
    const of = (changes: Partial<DayFile>) => {
      const ended = { sentOn: null, signedOn: null, days: [DAY], isValid: false, replaces: '2026-12-01' };
      const papers = marked(ended);
      const own = { depositOn: '2026-12-15', depositCents: 5970, priceCents: 19_900, kept: null, papers, ...changes };
      const due = { ...DEPOSIT, papers: { ...DEPOSIT.papers, paymentDays: '30' } };
      return data(own, { site: due, today: '2026-12-22' });
    };
    const told = (own: PaperData) => plainOf({ blocks: [deadlinesOf(own), clientNotices(own)] });

    test.each<readonly [string, Partial<DayFile>]>([
      ['a fund of the trainee', { payer: 'agefice' }],
      ['another fund', { payer: 'other' }],
      ['again the trainee', { payer: 'self' }],
    ])('%s, it counts towards the price of the same client, in what is quoted, agreed and invoiced', (_, changes) => {
      const own = of(changes);
      const received = 'éjà reçu le mardi 15 décembre 2026, au titre de l’accord remplacé, et imputé sur le prix';
      for (const name of ['devis', 'convention'] as const) {
        expect(plainOf(WRITE[name](own))).toMatch(new RegExp(`${received}.*59,70 €|59,70 €, d${received}`));
        expect(plainOf(WRITE[name](own))).toContain('"Le solde se règle dans les 30 jours');
      }
      expect(plainOf(WRITE.devis(own))).not.toContain('Net à payer');
      expect(plainOf(WRITE.facture(own))).toMatch(
        /"Acompte de 59,70 €","Reçu le mardi 15 décembre 2026 ; facture d’acompte.*"Reste à payer","139,30 €"/,
      );
      expect(cellsOf(own)).toMatchObject({ 'Montant payé (BT-113)': '59,7', 'Reste à payer (BT-115)': '139,3' });
      expect(told(own)).toMatch(/Acompte : déjà reçu au titre de l’accord remplacé, soit 59,70 €/);
      expect(told(own)).not.toContain('avant ce que la loi');
    });

    test.each(['opco', 'company'] as const)(
      'it goes back to the trainee, as the client of %s is the employer',
      (payer) => {
        const own = of({ payer });
        for (const name of ['devis', 'convention', 'facture'] as const)
          expect(plainOf(WRITE[name](own))).not.toContain('59,70');
        expect(cellsOf(own)).toMatchObject({ 'Montant payé (BT-113)': '', 'Reste à payer (BT-115)': '199' });
        const refund =
          'À rembourser au stagiaire : 59,70 €, reçus le mardi 15 décembre 2026 au titre du contrat remplacé';
        expect(told(own).split(refund)).toHaveLength(3);
        expect(deadlinesOf(own).flatMap(({ marks = [] }) => marks)).toContainEqual({
          detail: 'depositOn',
          on: '2026-12-15',
          from: '',
        });
      },
    );
  });

  test.each<readonly [string, Partial<DayFile>]>([
    ['a professional', { payer: 'self' }],
    ['a private person', CONSUMER],
  ])(
    'without a deposit, %s owes the price once, after the training, in the contrat as in the quote and the invoice',
    (_, changes) => {
      const own = data(changes, {
        site: siteWith({ paymentDays: '30' }),
        today: '2026-11-20',
      });
      for (const name of ['devis', 'convention', 'facture'] as const) {
        const text = plainOf(WRITE[name](own));
        expect(text).toContain('"Le prix se règle dans les 30 jours qui suivent la formation, sur facture."');
        expect(text).not.toMatch(/30 %|chéancier|59,70/);
      }
      expect(plainOf(WRITE.facture(own))).toContain('"Échéance","mercredi 6 janvier 2027"');
      expect(deadlinesOf(own).some(({ marks = [] }) => marks.some(({ detail }) => detail === 'depositOn'))).toBe(false);
    },
  );

  test.each([
    [site, /le prix est dû au plus tôt 15 jours|Dans tous les cas, au plus tôt 15 jours/g],
    [DEPOSIT, /La somme d’un jour de formation qui tombe dans ce délai est due au plus tôt 15 jours/g],
  ])('a contrat puts off the price of a day that its ten days may contain, and says so once', (own, words) => {
    const isPutOff = (signedOn: string | null, today: string) => {
      const papers = marked({ signedOn, deposit: own === DEPOSIT });
      const text = plainOf(WRITE.convention(data({ payer: 'self', papers }, { today, site: own })));
      expect(text).not.toContain('due à l’expiration');
      expect(text.includes('30 % au plus')).toBe(own === DEPOSIT && text.includes('Hors acompte'));
      return text.match(words)?.length;
    };
    expect(isPutOff(null, '2026-11-20')).toBe(1);
    expect(isPutOff('2026-11-20', '2026-11-20')).toBeUndefined();
    expect(isPutOff('2026-12-04', '2026-12-05')).toBe(1);
  });

  test('beside a deposit, the owner’s own sentence is about the balance', () => {
    const payment = { when: 'Le prix se règle à réception de la facture.' };
    const said = (own: Site) => plainOf(WRITE.convention(data({ payer: 'self' }, { site: { ...own, payment } })));
    expect(said(DEPOSIT)).toContain('dix jours. Le solde se règle à réception de la facture.');
    expect(said(site)).toContain('"Le prix se règle à réception de la facture.');
  });

  test.each([
    ['Un acompte de 50 % est demandé à la signature, le solde à réception.', site, false],
    ['La moitié à la commande, le reste sous 30 jours.', site, false],
    ['Un acompte de 30 % après le délai de rétractation, le solde à réception.', DEPOSIT, false],
    ['À la fin de la formation, sans acompte.', DEPOSIT, false],
    ['Le prix se règle avant la journée, sur facture.', site, false],
    ['Avant la formation, par virement.', site, false],
    ['Aucun acompte. Le prix se règle avant le début de la formation.', site, false],
    ['Avant le premier jour de formation.', site, false],
    ['Avant la prestation.', site, false],
    ['Avant le début du stage.', site, false],
    ['Avant la fin de la formation.', site, true],
    ['Au plus tard la veille.', site, false],
    ['Le prix se règle 8 jours avant.', site, false],
    ['50 % une semaine avant, le solde après la journée.', site, false],
    ['Dans les 10 jours qui précèdent la formation.', site, false],
    ['Un premier versement de 30 % au moment de la signature, puis le reste.', site, false],
    ['Au moment de l’inscription.', site, false],
    ['À l’inscription.', site, false],
    ['Prépaiement intégral.', site, false],
    ['Le solde se règle avant la journée.', DEPOSIT, false],
    ['Rien n’est à payer avant la journée.', site, true],
    ['Le prix se règle après la journée, avant la fin du mois, sur facture.', site, true],
    ['À la fin de la formation, sans acompte.', site, true],
    ['Aucune somme à la signature, le prix sous 30 jours.', site, true],
    ['Sous 30 jours après la signature de la feuille d’émargement.', site, true],
  ])(
    'a contrat that would say « %s » is complete only where the law and its other lines agree',
    (when, own, isComplete) => {
      const of = (changes: Partial<DayFile>) =>
        WRITE.convention(data(changes, { site: { ...own, payment: { when } }, today: '2026-11-20' }));
      for (const client of [{ payer: 'self' }, CONSUMER] as const) {
        const contrat = of(client);
        expect(contrat.missing.map(({ label, place }) => [label, place])).toEqual(
          isComplete ? [] : [['les modalités de règlement, qui contredisent le contrat', 'site:payment.when']],
        );
        expect(plainOf(contrat).includes(when)).toBe(isComplete && own === site);
      }
      for (const other of [{ payer: 'opco' }, { payer: 'self', papers: marked({ signedOn: '2026-11-20' }) }] as const)
        expect(of(other).isComplete).toBe(true);
    },
  );

  const AFTER = 'Le prix se règle après la formation, sur facture.';
  test.each([
    ['Le prix se règle avant la journée, sauf pour qui paie seul.', AFTER, '', ''],
    ['Sauf pour les particuliers, à la commande.', AFTER, '', ''],
    ['Sous 30 jours (hors stagiaires qui paient à leurs frais).', AFTER, '', '06/01/2027'],
    [
      'Avant la journée, sauf pour qui paie seul : sous 15 jours.',
      'Avant la journée, sauf pour qui paie seul : sous 15 jours.',
      '22/12/2026',
      '',
    ],
    ['Avant la journée, sauf pour qui paie seul : un acompte de 50 %.', null, '', ''],
    ['Avant la journée, sauf accord contraire.', null, '', ''],
  ])('who pays alone is not asked for what « %s » asks of others', (when, said, alone, others) => {
    const of = (payer: 'self' | 'company') =>
      data({ payer }, { site: { ...site, payment: { when } }, today: '2026-11-20' });
    const contrat = WRITE.convention(of('self'));
    expect(contrat.isComplete).toBe(said !== null);
    if (said) expect(plainOf(contrat)).toContain(`["Règlement","${said}`);
    expect(depositWarning(when, false) === '').toBe(said !== null);
    expect(plainOf(WRITE.convention(of('company')))).toContain(`["Règlement","${when}`);
    expect([of('self'), of('company')].map((own) => cellsOf(own)['Échéance (BT-9)'])).toEqual([alone, others]);
  });

  test.each([
    [0, false],
    [19_900, true],
  ])('at a price of %s cents, a consumer who withdraws pays in proportion to it: %s', (priceCents, isSaid) => {
    for (const payer of ['self', 'other', null] as const) {
      const text = plainOf(WRITE.convention(data({ ...CONSUMER, payer, priceCents })));
      expect(text.includes('en proportion du prix')).toBe(isSaid);
      expect(text).toContain('Je reconnais qu’une fois la formation entièrement exécutée');
    }
  });

  test('in the schedule of a contrat, a day within its ten days names the day from which its price may be asked', () => {
    const own = { request: { ...request, confirmedDates: [DAY, '2027-01-12'] }, today: '2026-12-01', site: DEPOSIT };
    const contrat = plainOf(WRITE.convention(data({ payer: 'self' }, own)));
    expect(contrat).toContain(
      '["15 jours après l’expiration de ce délai, pour la formation du lundi 7 décembre 2026","139,30 €"],["Formation du mardi 12 janvier 2027","139,30 €"]',
    );
  });

  test('of several days, a contrat without a deposit is paid in shares as they are followed, and of one day at once after it', () => {
    const contrat = (days: readonly string[]) =>
      plainOf(WRITE.convention(data({ payer: 'self' }, { request: { ...request, confirmedDates: days } })));
    const shares =
      'Le prix se règle en parts égales, une par jour suivi : au plus tôt ce jour, et au plus tard comme le dit la ligne « Règlement » (même article, troisième alinéa).';
    const atOnce = 'Le prix est facturé une fois la formation terminée.';
    const several = contrat([DAY, '2026-12-08']);
    expect(several).toContain(shares);
    expect(several).toContain(
      'alinéa). Toutefois, la somme d’un jour de formation qui tombe dans ce délai est due au plus tôt 15 jours',
    );
    expect(several).not.toMatch(/À la demande|une fois la formation terminée|le prix est dû/);
    expect(contrat([DAY])).toContain(atOnce);
    expect(contrat([DAY])).not.toContain('en parts égales');
  });

  test.each<readonly [signedOn: string, days: readonly string[], first: string, due: string]>([
    ['2026-11-20', [DAY], DAY, 'mardi 22 décembre 2026'],
    ['2026-12-04', [DAY], '2026-12-29', 'mardi 29 décembre 2026'],
    ['2026-12-04', [DAY, '2027-01-12'], '2027-01-12', 'mercredi 27 janvier 2027'],
  ])(
    'the price of a contrat that was signed on %s for %j is paid from %s on, as it says itself, and is due on %s',
    (signedOn, confirmedDates, first, due) => {
      const own = (paid?: string) =>
        data(
          { payer: 'self', papers: marked({ signedOn, days: confirmedDates }) },
          {
            today: '2026-12-06',
            request: { ...request, confirmedDates, followUp: paid ? { paid } : {} },
            site: siteWith({ paymentDays: '15' }),
          },
        );
      const [deadline, ...others] = deadlinesOf(own());
      expect(deadline?.marks).toEqual([{ detail: 'paid', on: null, from: first }]);
      expect(deadline?.text.replace(/\u00a0/g, ' ')).toMatch(
        new RegExp(`^Paiement de la facture : au plus tôt .* au plus tard le ${due}\\.`),
      );
      expect(others.map(({ text }) => text).join()).not.toContain('retirez cette note');
      expect(plainOf(WRITE.facture(own()))).toContain(`"Échéance","${due}"`);
      const isTooEarly = (paid: string) =>
        deadlinesOf(own(paid)).some(({ text }) => text.includes('retirez cette note'));
      expect([isTooEarly(addDays(first, -1)), isTooEarly(first)]).toEqual([true, false]);
    },
  );

  test.each([
    ['2026-11-28', '2026-11-28', true],
    [null, '2026-11-28', true],
    ['2026-11-28', '2026-12-09', false],
    ['2026-11-26', '2026-11-28', false],
    [null, '2026-11-26', false],
    [null, '2026-12-08', false],
  ])('a contrat signed on %s, seen on %s, has a day in its ten days: %s', (signedOn, today, isTold) => {
    const own = data({ payer: 'self', papers: marked({ signedOn }) }, { today });
    expect(withdrawalNotices(own)).toHaveLength(isTold ? 1 : 0);
    expect(withdrawalNotices({ ...own, file: { ...own.file, payer: 'agefice' } })).toEqual([]);
  });

  test('of an unsigned contrat, the days count from a signature of today', () => {
    const [notice] = withdrawalNotices(data({ payer: 'self' }, { today: '2026-11-30' }));
    expect(notice).toMatch(
      /^La formation a lieu le lundi 7 décembre 2026, .*: si le contrat est signé aujourd’hui, rien n’est dû avant la fin du jeudi 10 décembre 2026 \(L6353-6\), et le prix au plus tôt le vendredi 25 décembre 2026,/,
    );
  });

  test.each([
    ['2026-12-07', 'a lieu'],
    ['2026-12-08', 'a eu lieu'],
  ])('on %s, a day of 7 December in the ten days of its contrat %s', (today, verb) => {
    for (const [own, words] of [
      [site, ' et le prix'],
      [DEPOSIT, ' puis 30\\s% au plus.* le reste,'],
    ] as const) {
      const papers = marked({ signedOn: '2026-12-01', deposit: own === DEPOSIT });
      const [notice] = withdrawalNotices(data({ payer: 'self', papers }, { today, site: own }));
      expect(notice).toMatch(
        new RegExp(
          `^La formation ${verb} le lundi 7 décembre 2026, dans les dix jours.*avant la fin du vendredi 11 décembre 2026 \\(L6353-6\\),.*${words} au plus tôt le samedi 26 décembre 2026, comme le contrat le dit\\.$`,
        ),
      );
    }
  });

  test('a contrat that was signed at another price waits for its signature', () => {
    const papers = marked({ signedOn: '2026-11-20', isValid: false });
    const [deadline] = deadlinesOf(data({ payer: 'self', papers }, { today: '2026-12-01' }));
    expect(deadline?.text).toMatch(/^Aucun paiement avant la signature/);
  });

  test.each([
    ['self', '2026-12-01', true],
    ['self', '2026-11-20', false],
    ['agefice', '2026-12-01', false],
  ] as const)(
    'paid by %s and seen on %s, papers ask for nothing within the ten days of a contrat: %s',
    (payer, today, isSaid) => {
      const own = data({ payer }, { today, site: siteWith({ paymentDays: '0' }) });
      const words =
        '"Le prix se règle le dernier jour de la formation, sur facture. Dans tous les cas, au plus tôt 15 jours après l’expiration du délai de dix jours qui suit la signature du contrat (article L6353-5 du Code du travail)."';
      for (const write of [WRITE.devis, WRITE.convention, WRITE.facture])
        expect(plainOf(write(own)).includes(words)).toBe(isSaid);
      expect(renderInvoiceCsv(own).includes('Dans tous les cas')).toBe(isSaid);
      const later = data({ payer }, { ...own, today: '2026-11-20' });
      expect([...changedSince(WRITE.devis(later).fingerprint, WRITE.devis(own).fingerprint)]).toEqual([]);
    },
  );

  const EARLY_AND_LATE = [DAY, '2027-01-12'];
  test.each([
    [site, ''],
    [DEPOSIT, 'Hors acompte, p'],
  ])(
    'of several days, only the one within the ten days of a contrat is put off, and the contrat says so once',
    (own, begin) => {
      const early = data(
        { payer: 'self' },
        { request: { ...request, confirmedDates: EARLY_AND_LATE }, today: '2026-12-01', site: own },
      );
      const contrat = plainOf(WRITE.convention(early));
      expect(contrat).not.toMatch(/Dans tous les cas|Hors acompte|Pour un jour de formation/);
      expect(contrat.match(/au plus tôt 15 jours/g)).toHaveLength(1);
      const limited = `${begin || 'P'}our un jour de formation qui tombe dans les dix jours qui suivent la signature du contrat, au plus tôt 15 jours après leur expiration (article L6353-5 du Code du travail)`;
      for (const name of ['devis', 'programme', 'facture'] as const) {
        expect(plainOf(WRITE[name](early))).toContain(limited);
        expect(plainOf(WRITE[name](early))).not.toContain('Dans tous les cas');
      }
    },
  );

  test.each([
    [[DAY], 'Dans tous les cas, au plus tôt le mardi 29 décembre 2026, soit 15 jours après l’expiration du délai'],
    [
      EARLY_AND_LATE,
      'suivent la signature du contrat, au plus tôt le mardi 29 décembre 2026, soit 15 jours après leur',
    ],
  ])(
    'once a contrat is signed, its invoice for %j names the day that the contrat counts from its signature',
    (days, words) => {
      const papers = marked({ signedOn: '2026-12-04', days });
      const own = data(
        { payer: 'self', papers },
        { request: { ...request, confirmedDates: days }, today: '2027-01-13' },
      );
      expect(plainOf(WRITE.facture(own))).toContain(words);
      expect(cellsOf(own)['Conditions de paiement (BT-20)']).toContain(words);
      expect(plainOf(WRITE.convention(own))).not.toContain('mardi 29 décembre');
    },
  );
});
