/** @jest-environment node */

import { type DayFile, PAPERS, PAYERS, type Payer } from '@site/contract/day-papers';
import type { Site } from '@site/contract/host';
import { agreedTextsOf } from '@site/contract/owner-facts';
import { TO_COMPLETE } from '@site/contract/to-complete';
import {
  ABSENT_MORNING,
  CONSUMER,
  cellsOf,
  DAY,
  DEPOSIT,
  data,
  marked,
  NEXT_DAY,
  plainOf,
  request,
  site,
  siteWith,
  textOf,
  twoDays,
  without,
} from '../../tests/support/paper-data';
import { WRITE } from './all-papers';
import { deadlinesOf, withdrawalNotices } from './deadlines';
import { renderInvoiceCsv } from './invoice-data';
import { isOtherClient } from './paper-data';

describe('the convention and the contrat', () => {
  const DROPPED = { payer: 'agefice', fundingDroppedOn: '2026-11-20' } as const;
  test.each([
    [null, false],
    ['2026-11-20', true],
    ['2026-11-21', false],
  ])(
    'where AGEFICE is not asked after all, an agreement signed on %s names it: %s, and no invoice does',
    (signedOn, isNamed) => {
      const papers = marked({ signedOn, isValid: true }, 'convention');
      const own = data({ ...DROPPED, papers }, { today: '2026-12-20' });
      for (const name of ['devis', 'convention'] as const)
        expect(plainOf(WRITE[name](own)).includes('AGEFICE')).toBe(isNamed);
      expect(plainOf(WRITE.facture(own))).not.toContain('AGEFICE');
      expect(renderInvoiceCsv(own)).not.toContain('AGEFICE');
    },
  );

  test.each([['self'], ['opco']] as const)(
    'every paper of a trainee whose payer is %s repeats the title and the terms that were signed, whatever the site says now',
    (payer) => {
      const other: Site = {
        ...site,
        papers: { ...site.papers, title: 'Un autre intitulé', paymentDays: '15', earlyLeave: 'Rien n’est dû.' },
        payment: { when: 'Avant la formation.', how: 'En espèces.' },
        training: { ...site.training, assessment: 'Un autre essai.' },
      };
      const saidOf = (now: Site, papers: DayFile['papers'], today: string) => {
        const own = data({ payer, papers }, { site: now, today });
        return [PAPERS.map((name) => WRITE[name](own)), renderInvoiceCsv(own), deadlinesOf(own)];
      };
      const mark = { signedOn: '2026-11-20', isValid: true };
      const signed = marked({ ...mark, texts: agreedTextsOf(site, 480) });
      const before = marked(mark);
      for (const today of ['2026-12-01', '2026-12-20']) {
        expect(saidOf(other, signed, today)).toEqual(saidOf(site, signed, today));
        expect(JSON.stringify(saidOf(other, before, today))).toMatch(/Un autre intitulé.*15\u00a0jours/);
      }
    },
  );

  test('a paper without its payer is a convention that lacks it, and the trainee alone gets a contrat', () => {
    expect(WRITE.convention(data({ payer: null }))).toMatchObject({
      title: 'Convention de formation professionnelle',
      missing: [{ field: 'payer' }],
    });
    const words =
      /^\[\{"kind":"text","text":"À choisir d’abord : qui paie\. .* contrat de formation professionnelle \(article L6353-3/;
    expect(plainOf(WRITE.convention(data({ payer: null })))).toMatch(words);
    expect(plainOf(WRITE.convention(data()))).not.toMatch(words);
    expect(WRITE.convention(data({ payer: 'self' })).title).toBe('Contrat de formation professionnelle');
  });

  test.each(PAYERS)('a price of 0, paid by %s, is a price, and asks for no payment and no fund', (payer) => {
    for (const vat of ['franchise', 'standard'] as const) {
      const papers = { ...DEPOSIT.papers, vat, paymentDays: '30' };
      const own = data({ payer, priceCents: 0 }, { today: '2026-11-20', site: { ...DEPOSIT, papers } });
      for (const name of ['devis', 'convention', 'programme'] as const) {
        const paper = WRITE[name](own);
        expect(paper.missing).toEqual([]);
        expect(plainOf(paper)).toMatch(/0 € (?:net de taxe|HT)|"0 €"/);
        expect(plainOf(paper)).not.toMatch(
          /30 %|30 jours|"Règlement"|Pénalités|avant tout paiement|Prise en charge|rembours(?:er|ement à)|"OPCO"/,
        );
        for (const block of paper.blocks) if (block.kind === 'terms') expect(block.rows).not.toEqual([]);
        expect(WRITE[name](without('payment', own)).missing).toEqual([]);
      }
    }
  });

  test.each(['agefice', 'fifpl'] as const)(
    'a company that its only associate directs is the client whom %s pays back, and the associate signs for it',
    (payer) => {
      const own = data({ payer, payerName: 'Martin Conseil EURL' });
      const convention = WRITE.convention(own);
      expect(convention.isComplete).toBe(true);
      for (const words of [
        'Martin Conseil EURL, 3 rue des Lilas, 35000 Rennes, SIREN 732 829 320, représentée par Camille Martin, en qualité de ____________________. Ci-après « le client ».',
        '["Pour le client, Martin Conseil EURL : Camille Martin","',
        `Prise en charge demandée ${payer === 'agefice' ? 'à l’AGEFICE' : 'au FIF-PL'}. Le client règle`,
      ])
        expect(plainOf(convention)).toContain(words);
      expect(plainOf(WRITE.devis(own))).toMatch(/"Client","Martin Conseil EURL.*"Stagiaire","Camille Martin"/);
      expect(plainOf(WRITE.facture(own))).toContain('"Client","Martin Conseil EURL"');
      expect(cellsOf(own)).toMatchObject({
        'Client (BT-44)': 'Martin Conseil EURL',
        'SIREN du client (BT-47)': '732829320',
      });
      expect(plainOf(WRITE.certificat(own))).not.toContain('Employeur');
      expect(plainOf(WRITE.convention(data({ payer })))).toContain(
        '"Camille Martin, 3 rue des Lilas, 35000 Rennes, SIREN 732 829 320. Ci-après « le client », qui est aussi le stagiaire."',
      );
      expect(WRITE.convention(data({ payer, status: 'director' })).missing).toMatchObject([{ field: 'payerName' }]);
    },
  );

  const OWN = { payer: 'agefice', payerName: 'A', payerSiren: null } as const;
  const COMPANY = { payer: 'company', payerName: 'A', payerSiren: '732829320' } as const;
  test.each([
    ['the trainee’s own company signs in place of the trainee', { ...OWN, payerName: null }, OWN, true],
    ['another one', OWN, { ...OWN, payer: 'fifpl', payerName: 'B' }, true],
    ['with another fund, the same one', OWN, { ...OWN, payer: 'fifpl' }, false],
    ['without a fund, the same one', OWN, COMPANY, false],
    ['of one, the number of an earlier employer says nothing', { ...OWN, payerSiren: '552100554' }, COMPANY, false],
    ['nor makes it that of two', { ...OWN, payerSiren: '732829320' }, { ...COMPANY, payerName: 'B' }, true],
    ['an employer with its number is the same by any name', COMPANY, { ...COMPANY, payerName: 'B' }, false],
    [
      'the name of another fund is no client',
      { ...OWN, payer: 'other' },
      { ...OWN, payer: 'other', payerName: 'B' },
      false,
    ],
  ] as const)('of clients, %s', (_, was, now, isOther) => {
    expect([isOtherClient(was, now), isOtherClient(now, was)]).toEqual([isOther, isOther]);
  });

  test('a sole trader is not represented by herself, and a body and an employer are', () => {
    const own = (name: string) =>
      textOf(WRITE.convention(data({}, { site: { ...site, publisher: { ...site.publisher, name } } })));
    expect(own('Ada Martin EI')).not.toContain('représenté par');
    expect(own('Atelier du Port')).toContain('représenté par Ada Martin');
    expect(textOf(WRITE.convention(data({ payer: 'company' })))).toMatch(
      /Agence du Port, 5 quai du Port.*représentée par _+ \(nom et qualité/,
    );
  });

  test.each([
    [{ legalForm: 'EI' }, 'Ada Martin EI, 1 place du Marché, 35000 Rennes, SIREN 732 829 320. Ci-après'],
    [
      { name: 'Ada Martin EI', legalForm: 'Entrepreneur individuel', registration: 'RCS Rennes 732829320' },
      'Ada Martin EI, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, RCS Rennes. Ci-après',
    ],
    [
      { name: 'Atelier du Port', legalForm: 'SASU au capital de 1 000 €', registration: 'RCS Rennes' },
      'Atelier du Port, SASU au capital de 1 000 €, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, RCS Rennes, représenté par Ada Martin, en qualité de ____________________. Ci-après',
    ],
    [
      { name: 'Atelier du Port', publicationDirector: 'Ada Martin, gérante' },
      'SIREN 732 829 320, représenté par Ada Martin, gérante. Ci-après',
    ],
    [
      {
        name: 'SARL Ada Martin',
        legalForm: 'SARL',
        publicationDirector: 'Ada Martin, gérante',
        registration: '732 829 320 RCS Rennes, SIRET 732 829 320 00018',
      },
      'SARL Ada Martin, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, RCS Rennes, SIRET 732 829 320 00018, représenté par Ada Martin, gérante. Ci-après',
    ],
    [
      { name: 'Atelier du Port', legalForm: 'EI' },
      'Atelier du Port EI, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, entrepreneur individuel : Ada Martin. Ci-après',
    ],
    [
      { legalForm: 'EI', registration: 'RNE 732 829 320' },
      'Ada Martin EI, 1 place du Marché, 35000 Rennes, SIREN 732 829 320, immatriculation au RNE. Ci-après',
    ],
  ])('the party of a body has its form, its registration and the office of who signs: %j', (publisher, party) => {
    const own = { site: { ...site, publisher: { ...site.publisher, name: 'Ada Martin', ...publisher } } };
    for (const payer of ['agefice', 'self'] as const)
      expect(plainOf(WRITE.convention(data({ payer }, own)))).toContain(party);
    for (const name of ['certificat', 'attestation'] as const)
      expect(textOf(WRITE[name](data({}, own))).includes('Qualité')).toBe(party.includes('en qualité de'));
  });

  test('only papers that an OPCO may pay have places for its name and its number', () => {
    for (const write of [WRITE.convention, WRITE.facture]) {
      expect(plainOf(write(data({ payer: 'opco' })))).toMatch(/"OPCO","Nom : _+\\nN° de dossier : _+"/);
      expect(plainOf(write(data({ payer: 'company' })))).not.toContain('N° de dossier');
    }
  });

  test('an agreement between professionals has what is due for a late payment, as the invoice, and that of a private person has not', () => {
    const rows = /"Pénalités de retard","Taux .* 10 points[^"]*"\],\["Recouvrement","Indemnité forfaitaire de 40 €/;
    for (const write of [WRITE.convention, WRITE.facture])
      for (const payer of PAYERS) {
        expect(plainOf(write(data({ payer })))).toMatch(rows);
        expect(plainOf(write(data({ payer, siren: null, status: 'individual' }))).includes('40 €')).toBe(
          payer !== 'self' && payer !== 'other',
        );
      }
  });

  test('a convention of another fund has the number of a client who buys for a business, and of nobody else', () => {
    const partyOf = (changes: Partial<DayFile>) => plainOf(WRITE.convention(data({ payer: 'other', ...changes })));
    const party = 'Camille Martin, 3 rue des Lilas, 35000 Rennes';
    expect(partyOf({})).toContain(`"${party}, SIREN 732 829 320. Ci`);
    expect(partyOf({ status: 'individual' })).toContain(`"${party}. Ci`);
  });

  test.each([
    ['Les heures suivies sont dues.', true],
    ['Un départ de dix minutes plus tôt ne change rien.', false],
    ['Passé un retard de 5 min, seules les heures suivies sont dues.', false],
    ['Tout 1/4 h commencé est dû.', false],
    ['Tout quart d’heure commencé est dû.', false],
    ['Chaque demi-heure commencée est due.', false],
    ['Toute heure commencée est due.', false],
    ['Au-delà d’une heure de retard, la moitié du prix est due.', false],
    ['Un quart du prix est dû, minoré des heures suivies.', true],
    ['', false],
  ])('an agreement says that the tolerance keeps the price beside « %s »: %s', (earlyLeave, isSaid) => {
    const own = { site: siteWith({ earlyLeave }) };
    for (const payer of ['agefice', 'self'] as const) {
      const convention = plainOf(WRITE.convention(data({ payer }, own)));
      expect(convention.includes(' Un écart de 15 minutes au plus, du fait du stagiaire, ne change pas le prix.')).toBe(
        isSaid,
      );
      expect(convention.includes('Un écart')).toBe(isSaid);
    }
  });

  test('a convention without a text about an early leave, or without a price, announces none', () => {
    const headingOf = (earlyLeave: string, file: Partial<DayFile> = {}) =>
      plainOf(WRITE.convention(data(file, { site: siteWith({ earlyLeave }) })));
    expect(headingOf('')).toContain('"6. Inexécution"');
    expect(headingOf('')).not.toContain('Arrêt');
    expect(headingOf('Rien n’est dû.')).toContain('"6. Arrêt avant la fin, inexécution"');
    expect(headingOf('Un dédit est dû.', { priceCents: 0 })).toContain('"6. Inexécution"');
    expect(headingOf('Un dédit est dû.', { priceCents: 0 })).not.toMatch(/dédit|Un écart/);
  });

  test('a programme and an agreement say that their length contains the pauses between its parts, but that of midday', () => {
    const lengthsOf = (to: string) => {
      const [morning, afternoon] = site.day ?? [];
      const day = morning &&
        afternoon && [{ ...morning, to }, { from: '11:00', to: '12:30', text: 'Essais' }, afternoon];
      const own = { site: { ...site, day } };
      return [
        /"sums":\[\["([^"]+)","8 h"/.exec(plainOf(WRITE.programme(data({}, own))))?.[1],
        ...(['agefice', 'self'] as const).map(
          (payer) => /"(?:Durée)","([^"]+)"/.exec(plainOf(WRITE.convention(data({ payer }, own))))?.[1],
        ),
      ];
    };
    const day = '1 journée, 8 heures';
    expect(lengthsOf('10:45')).toEqual(
      ['Durée de la formation', day, day].map((length) => `${length}, pauses comprises, hors pause de midi`),
    );
    expect(lengthsOf('11:00')).toEqual(
      ['Durée de la formation', day, day].map((length) => `${length}, hors pause de midi`),
    );
  });

  test.each<readonly [Payer, NonNullable<Site['payment']>, RegExp]>([
    [
      'agefice',
      {},
      /règle .* le remboursement à son financeur\. Si le financeur refuse ou réduit la prise en charge, le client reste redevable du prix\./,
    ],
    [
      'opco',
      {},
      /par le client à son OPCO\. Le client règle .* \(subrogation de paiement\)\. Si l’OPCO refuse .* redevable/,
    ],
    ['opco', { advance: 'Sans avance.', refusal: 'Rien n’est dû.' }, /subrogation de paiement/],
    ['fifpl', { advance: 'Sans avance.', refusal: 'Rien n’est dû.' }, /FIF-PL\. Sans avance\. Rien n’est dû\."/],
    [
      'other',
      { advance: 'Sans avance.', refusal: 'Rien n’est dû.' },
      /Agence du Port\. Le client règle .*, sauf si le financeur paie directement l’organisme\. Si .* redevable de ce qui n’est pas payé\."/,
    ],
    ['company', {}, /"Règlement","À réception\."\](?:,\["[^"]+","[^"]+"\])+\]\},\{"kind":"heading"/],
  ])(
    'a convention paid by %s says who owes what a fund refuses, with texts of the owner %j',
    (payer, payment, text) => {
      const own = data({ payer }, { site: { ...site, payment: { when: 'À réception.', ...payment } } });
      expect(plainOf(WRITE.convention(own))).toMatch(text);
    },
  );

  test.each<readonly [string, Partial<DayFile>]>([
    ['a convention', {}],
    ['a convention of a company', { payer: 'company' }],
    ['a contrat', { payer: 'self' }],
    ['a contrat of a private person', CONSUMER],
  ])(
    '%s of several days lacks what the next ones contain, as their programme, and promises no repetition',
    (_, changes) => {
      const agreement = (nextDays: string | null, confirmedDates = twoDays.confirmedDates, today = NEXT_DAY) =>
        WRITE.convention(data({ ...changes, nextDays }, { today, request: { ...request, confirmedDates } }));
      for (const nextDays of [null, 'Objectif : Relancer un mandat échu']) {
        const { missing, isComplete } = agreement(nextDays);
        expect(missing.map(({ field, place }) => [field, place])).toEqual([['nextDays', 'dossier:nextDays']]);
        expect(isComplete).toBe(false);
        expect(plainOf(agreement(nextDays))).toMatch(
          /"Déroulé du jour 1 .*"Contenu du jour suivant, aux mêmes horaires :"\},\{"kind":"list","items":\["\[À compléter\]"/,
        );
      }
      expect(agreement('Jour 2 : relances des mandats').isComplete).toBe(true);
      expect(agreement(null, [DAY]).isComplete).toBe(true);
      expect(agreement(null, twoDays.confirmedDates, '2026-12-09').missing).toEqual([]);
    },
  );
});

describe('an agreement with a private person', () => {
  test('a consumer has fourteen days beside the ten, asks for an early start, and gets the form and the mediator', () => {
    const { blocks } = WRITE.convention(data(CONSUMER));
    const end = blocks.findIndex(({ kind }) => kind === 'annex');
    const plain = (some: typeof blocks) => plainOf({ blocks: some });
    const sentences = blocks.flatMap((block) => (block.kind === 'text' ? [plain([block])] : []));
    const about = (pattern: RegExp) => sentences.filter((sentence) => pattern.test(sentence));
    expect(about(/L6353-5/)).toEqual([
      expect.stringMatching(/^(?!.*quatorze).*dans le délai de dix jours/),
      expect.stringMatching(/☐.*laisse intact le délai de dix jours .* : qui se rétracte dans ce délai ne paie rien\./),
    ]);
    expect(about(/L221-18/)).toEqual([expect.stringMatching(/conclu à distance.*délai de quatorze jours/)]);
    expect(about(/L6353-6/)).toEqual([
      expect.stringMatching(
        /facturé une fois la formation terminée\. Aucune somme.*avant l’expiration du délai de dix jours/,
      ),
    ]);
    expect(about(/☐/)).toEqual([
      expect.stringMatching(
        /coche cette demande \(.*\) :\\n☐ Je demande que la formation commence avant la fin.* plus de droit de rétractation au titre du Code de la consommation ;/,
      ),
    ]);
    expect(plain(blocks.slice(0, end))).toContain(
      'Médiation Ouest, 2 rue des Lilas, 35000 Rennes, https://mediateur.example (articles L612-1',
    );
    expect(plain(blocks.slice(end))).toMatch(
      /À l’attention de l’organisme Atelier Relance, 1 place du Marché, 35000 Rennes, bonjour@atelier-relance.example :.*Je\/nous \(\*\)/,
    );
    expect(plainOf(WRITE.convention(data({ payer: 'self' })))).not.toMatch(/quatorze|"annex"|☐|Médiateur|médiateur/);
  });

  test('a private person whom another fund pays back has the rights of a consumer in the convention, and a professional has not', () => {
    const own = { ...CONSUMER, payer: 'other', status: 'jobseeker' } as const;
    const convention = WRITE.convention(data(own));
    const headings = convention.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
    expect(headings.slice(-3).map((title) => title.replace('\u00a0', ' '))).toEqual([
      '6. Arrêt avant la fin, inexécution',
      '7. Délai de rétractation',
      '8. Différends',
    ]);
    const text = plainOf(convention);
    expect(text).toMatch(/La présente convention est conclue à distance.*quatorze jours.*Médiation Ouest.*"annex"/);
    expect(text).not.toMatch(/L6353-5|présent contrat|redevable|au titre du Code/);
    expect(text).toMatch(
      /Si, avant la formation, le financeur refuse ou réduit .* prend fin sans frais.*propose .* contrat .*L6353-3/,
    );
    expect(text).toMatch(/Une fois la formation commencée, le client ne doit rien .* l’organisme le lui rend\./);
    const [distance] = deadlinesOf(data(own)).filter(({ text }) => text.includes('à distance'));
    expect(distance?.text).toMatch(/il peut se rétracter/);
    expect(withdrawalNotices(data(own, { today: '2026-12-01' })).join()).toMatch(/^La formation a lieu.*s’il coche/);
    expect(plainOf(WRITE.convention(data({ payer: 'other' })))).not.toMatch(/quatorze|médiateur|"annex"/);
  });

  test.each<readonly [string, Partial<DayFile>, 'rights' | 'SIREN' | 'neither']>([
    ['a person without work', { status: 'jobseeker', siren: null }, 'rights'],
    ['a private person', { status: 'individual', siren: null }, 'rights'],
    ['an employee', { status: 'employee', siren: null }, 'neither'],
    ['an employee of an umbrella company', { status: 'portage', siren: null }, 'neither'],
    ['a professional', { status: 'independent', siren: null }, 'SIREN'],
    ['somebody', { status: null, siren: null }, 'SIREN'],
  ])(
    'until it is known who pays for %s, the convention has the rights of a consumer, or asks for a SIREN, or neither',
    (_, changes, has) => {
      const convention = WRITE.convention(data({ payer: null, ...changes }));
      expect(convention.missing.map(({ field }) => field)).toEqual(
        has === 'SIREN' ? ['payer', 'traineeSiren'] : ['payer'],
      );
      expect(plainOf(convention).includes(`SIREN ${TO_COMPLETE}`)).toBe(has === 'SIREN');
      expect(/quatorze jours.*Médiation Ouest.*"annex"/.test(plainOf(convention))).toBe(has === 'rights');
      expect(plainOf(convention)).toContain('À choisir d’abord : qui paie.');
    },
  );

  test.each<[Partial<DayFile>, string, boolean]>([
    [{}, '2026-12-01', true],
    [{ expressRequestOn: '2026-11-27' }, '2026-12-01', true],
    [{ expressRequestOn: '2026-11-28' }, '2026-12-01', false],
    [{ expressRequestOn: '2026-12-01' }, '2026-12-01', false],
    [{}, DAY, true],
    [{}, '2026-12-08', false],
    [{ priceCents: 0 }, '2026-12-01', false],
    [{ payer: 'other', status: 'jobseeker' }, '2026-12-01', true],
    [{ status: 'independent' }, '2026-12-01', false],
  ])(
    'the agreement of a consumer that was signed on 28 November with %j, seen on %s, forbids its day: %s',
    (changes, today, isTold) => {
      const papers = marked({ signedOn: '2026-11-28' });
      const told = withdrawalNotices(data({ ...CONSUMER, papers, ...changes }, { today })).join();
      expect(told.includes('La formation ne peut pas avoir lieu le lundi 7 décembre 2026')).toBe(isTold);
    },
  );

  test('the space tells the last day on which a consumer may withdraw, and a day of training that comes before', () => {
    const told = (changes: Partial<DayFile>, today: string) => {
      const own = data({ papers: marked({ signedOn: '2026-11-28' }), ...changes }, { today });
      return JSON.stringify([deadlinesOf(own).map(({ text }) => text), withdrawalNotices(own)]);
    };
    const early = 'elle n’a lieu que s’il coche sa demande';
    // The fourteenth day is a Saturday.
    expect(told(CONSUMER, '2026-12-01')).toMatch(/jusqu’à la fin du lundi\s14\sdécembre\s2026/);
    expect(told(CONSUMER, '2026-12-01')).not.toContain(early);
    expect(told({ ...CONSUMER, papers: [] }, '2026-12-01')).toContain(early);
    expect(told({ ...CONSUMER, papers: [] }, '2026-12-08')).not.toContain(early);
    expect(told({ payer: 'self' }, '2026-12-01')).not.toMatch(/quatorze|particulier/);
    expect(told(CONSUMER, '2026-12-14')).toContain('il peut aussi se rétracter');
    expect(told(CONSUMER, '2026-12-15')).toContain('il pouvait aussi se rétracter');
    // The fourteenth day is the first of January, a Friday.
    const beforeNewYear = { ...CONSUMER, papers: marked({ signedOn: '2026-12-18' }) };
    expect(told(beforeNewYear, '2026-12-20')).toMatch(/jusqu’à la fin du lundi\s4\sjanvier\s2027 \(/);
  });

  test.each<[string, Partial<DayFile>, RegExp]>([
    [
      'whose hours nobody has noted',
      { kept: null },
      /il peut aussi .*s’il a suivi toute la formation, ce droit a pris fin/,
    ],
    [
      'that was left early',
      { kept: ABSENT_MORNING },
      /il peut aussi .*il n’a pas suivi toute la formation.: ce droit reste ouvert/,
    ],
    ['that was wholly followed', {}, /il ne peut plus se rétracter.*L221-28, 1°/],
  ])(
    'after a day %s, the space says what holds of a consumer’s right that the ticked box ends',
    (_, changes, sentence) => {
      const papers = marked({ signedOn: '2026-12-01' });
      const own = data({ ...CONSUMER, papers, expressRequestOn: '2026-12-01', ...changes }, { today: '2026-12-09' });
      expect(
        deadlinesOf(own)
          .map(({ text }) => text)
          .join(),
      ).toMatch(sentence);
    },
  );
});
