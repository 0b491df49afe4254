/** @jest-environment node */

import { HALVES } from '@site/contract/day-papers';
import { addDays } from '@site/contract/today';
import { data, marked, siteWith } from '../../tests/support/paper-data';
import { deadlinesOf, nextDateOf } from './deadlines';
import { lastUnpayableDay } from './withdrawal';

describe('the dates of law and fund', () => {
  test.each([
    [
      null,
      'en retard pour le mardi 1er décembre 2026. Il devait être déposé complet 15\u00a0jours avant la journée (règle de l’AGEFICE). S’il est parti, notez-le ici\u202f; sinon, demandez à l’AGEFICE si elle l’accepte encore. À déposer complet au plus tard le lundi 7 décembre 2026 pour le mardi 22 décembre 2026\u202f; sinon, il peut être refusé (règle de l’AGEFICE).',
    ],
    [
      '2026-11-16',
      'à déposer complet au plus tard le lundi 16 novembre 2026 pour le mardi 1er décembre 2026, 15\u00a0jours avant la journée\u202f; sinon, il peut être refusé (règle de l’AGEFICE).',
    ],
  ])(
    'of several days, the deadline of AGEFICE names which is late while its file was filed on %s',
    (fundingFiledOn, text) => {
      const own = data({ payer: 'agefice', fundingFiledOn }, { today: '2026-11-29' });
      const request = { ...own.request, confirmedDates: ['2026-12-01', '2026-12-22'] };
      expect(deadlinesOf({ ...own, request })[0]?.text).toBe(`Dossier AGEFICE\u00a0: ${text}`);
    },
  );

  test.each([
    ['2026-11-14', 'not yet told in short'],
    ['2026-11-15', 'Dossier AGEFICE\u00a0: à déposer au plus tard le dim. 22\u00a0nov.'],
    ['2026-11-23', 'Dossier AGEFICE\u00a0: en retard'],
    ['2027-05-01', 'Dossier AGEFICE\u00a0: en retard'],
  ])('on %s, the deadline of AGEFICE for 7 December is « %s »', (today, near) => {
    const [deadline] = deadlinesOf(data({ payer: 'agefice', fundingFiledOn: null }, { today }));
    expect(deadline?.near ?? 'not yet told in short').toBe(near);
  });

  test.each([
    ['2026-11-29', ['2026-12-01', '2026-12-16'], 'Dossier AGEFICE\u00a0: à déposer au plus tard le mar. 1er\u00a0déc.'],
    ['2026-11-29', ['2026-12-01', '2026-12-30'], 'Dossier AGEFICE\u00a0: en retard'],
  ])('on %s, what is near of several days, %j, is the last date that still holds: « %s »', (today, days, near) => {
    const own = data({ payer: 'agefice', fundingFiledOn: null }, { today });
    const several = { ...own, request: { ...own.request, confirmedDates: days } };
    expect(deadlinesOf(several)[0]?.near).toBe(near);
    expect(nextDateOf({ ...several, today: '2026-12-01' }, true)?.what).toBe(
      days[1] === '2026-12-30' ? 'funding' : 'day',
    );
  });

  test.each([
    ['2027-04-07', {}, false],
    ['2027-04-08', {}, true],
    ['2027-04-08', { reimbursementAskedOn: '2027-04-01' }, false],
  ])('on %s, the reimbursement for 7 December with %j is late, and may be given up: %s', (today, asked, isLate) => {
    const file = { payer: 'agefice', fundingFiledOn: '2026-11-20', fundingDroppedOn: null, ...asked } as const;
    const [filed, reimbursed] = deadlinesOf(data(file, { today }));
    expect(filed?.marks?.map(({ detail }) => detail)).toEqual([
      'fundingFiledOn',
      ...(isLate ? ['fundingDroppedOn'] : []),
    ]);
    expect(reimbursed?.marks).toMatchObject([{ detail: 'reimbursementAskedOn' }]);
    expect(/ en retard\. .* demandez à l’AGEFICE si elle l’accepte encore\.$/.test(reimbursed?.text ?? '')).toBe(
      isLate,
    );
  });

  test.each(['agefice', 'company', 'self'] as const)(
    'where nothing is due, a file paid by %s has neither a date of payment nor a box for one, and asks no fund',
    (payer) => {
      const absent = HALVES.map((half) => ({ date: '2026-12-07', half, from: null, to: null }));
      for (const nothing of [{ priceCents: 0 }, { kept: absent, followedCents: 0 }]) {
        const own = data({ payer, fundingFiledOn: null, depositOn: null, ...nothing }, { today: '2026-12-08' });
        const said = deadlinesOf(own);
        expect(said.map(({ text }) => text)).toContain('Rien n’est dû\u00a0: aucune facture.');
        expect(said.flatMap(({ marks = [] }) => marks)).toEqual([]);
        expect(said.some(({ text }) => text.includes('AGEFICE'))).toBe(false);
        expect(nextDateOf(own, true)).toBeNull();
      }
    },
  );

  test.each([
    ['2026-11-20', /ce qui est signé peut rester tel quel/],
    [null, /^(?!.*ce qui est signé)Dossier AGEFICE.: pas demandé, finalement/],
  ])('a fund that is not asked after all leaves what is signed on %s', (signedOn, text) => {
    const own = data({ payer: 'agefice', fundingDroppedOn: '2026-11-21', papers: marked({ signedOn }, 'convention') });
    expect(deadlinesOf(own)[0]?.text).toMatch(text);
  });

  test.each([
    ['2026-11-13', /^Acompte.: rien avant la fin du lundi 23 novembre 2026, puis 30.% au plus, soit 59,70.€/],
    ['2026-11-12', /^Acompte.: 30.% au plus, soit 59,70.€/],
  ])('the deposit of a contrat that was signed on %s may be paid from its eleventh day on', (signedOn, text) => {
    const papers = marked({ signedOn, deposit: true }, 'convention');
    const [deposit] = deadlinesOf(data({ payer: 'self', papers, depositOn: null }, { today: '2026-11-23' }));
    expect(deposit?.text).toMatch(text);
    expect(deposit?.marks).toMatchObject([{ detail: 'depositOn', from: addDays(signedOn, 11) }]);
  });

  test.each([
    [{ days: ['2026-11-30'] }, { depositOn: '2026-12-02' }, {}, undefined],
    [{}, { depositOn: '2026-11-30' }, {}, 'lundi 30 novembre 2026'],
    [{ signedOn: null }, {}, { paid: '2026-12-01' }, 'mardi 1er décembre 2026'],
  ])('a contrat that was signed with %j tells of a payment, %j, %j, before the law allows it: %s', (...row) => {
    const [mark, deposit, followUp, day] = row;
    const papers = marked({ signedOn: '2026-11-20', ...mark }, 'convention');
    const own = data({ payer: 'self', papers, ...deposit });
    const said = deadlinesOf({ ...own, request: { ...own.request, followUp } }).map(({ text }) => text);
    expect(said.filter((text) => /^Un paiement est noté/.test(text))).toEqual(
      day ? [expect.stringContaining(`le ${day}, avant`)] : [],
    );
    const isUnsigned = said.some((text) => /^Aucun paiement avant la signature du contrat/.test(text));
    expect(isUnsigned).toBe(Object.keys(mark).length > 0);
  });

  test.each([
    ['self', '2026-12-20', /^Acompte de 59,70.€ reçu le dimanche/],
    ['self', null, /^Acompte.: s’il a été reçu avant l’annulation/],
    ['opco', null, undefined],
  ] as const)(
    'after a cancellation, the deposit of a file paid by %s that came on %s can be noted',
    (payer, on, text) => {
      const papers = marked({ signedOn: '2026-11-20', deposit: true }, 'convention');
      const own = data({ payer, papers, depositOn: on, depositCents: on && 5_970 });
      const [mark, ...others] = deadlinesOf({
        ...own,
        request: { ...own.request, status: 'annulee', confirmedDates: [] },
      }).filter(({ marks = [] }) => marks.some(({ detail }) => detail === 'depositOn'));
      expect(others).toEqual([]);
      expect(mark?.marks).toEqual(text && [{ detail: 'depositOn', on, from: '2026-12-01' }]);
      if (text) expect(mark?.text).toMatch(text);
    },
  );

  test.each(['3 rue des Lilas, 35000 Rennes', 'Rue Neuve 10, 1000 Bruxelles, Belgique'])(
    'a cancelled file at %s of which nothing is due has no deadline, also not about its tax',
    (address) => {
      const own = data({ payer: 'agefice', address });
      const cancelled = { ...own, request: { ...own.request, status: 'annulee', confirmedDates: [] } } as const;
      expect(deadlinesOf(own)).not.toEqual([]);
      expect(deadlinesOf(cancelled)).toEqual([]);
    },
  );

  test('of a signed contrat of which only a compensation is due, no deposit may be asked for', () => {
    const papers = marked({ signedOn: '2026-11-20', deposit: true }, 'convention');
    const kept = HALVES.map((half) => ({ date: '2026-12-07', half, from: null, to: null }));
    const absent = { payer: 'self', papers, depositOn: null, kept, followedCents: 0 } as const;
    const own = data({ ...absent, cancelCents: 9_950 }, { today: '2026-12-08' });
    expect(deadlinesOf(own).flatMap(({ marks = [] }) => marks.map(({ detail }) => detail))).toEqual(['paid']);
  });

  test.each([
    [
      'fifpl',
      {},
      ['Demande au FIF-PL\u00a0: à saisir en ligne par le stagiaire au plus tard le jeudi 17 décembre 2026,'],
    ],
    ['fifpl', { priceCents: 0 }, []],
    ['opco', {}, []],
  ] as const)(
    'the request to the fund of a training that %s pays with %j has the last day %j',
    (payer, changes, lines) => {
      const said = deadlinesOf(data({ payer, ...changes })).filter(({ text }) => text.includes('FIF-PL'));
      expect(said.map(({ text }) => text.replace(/(?<=2026,).*/, ''))).toEqual(lines);
    },
  );

  test.each([
    ['franchise', 1],
    ['exempt', 1],
    ['standard', 0],
  ] as const)('in the regime %s, the article that invoices cite is to be changed: %s times', (vat, times) => {
    const said = deadlinesOf(data({}, { site: siteWith({ vat }) })).map(({ text }) => text);
    expect(said.filter((text) => text.includes('au plus tard le 31\u00a0décembre 2027'))).toHaveLength(times);
  });

  test('the days that law and fund set', () => {
    expect(lastUnpayableDay('2026-12-28')).toBe('2027-01-07');
  });
});
