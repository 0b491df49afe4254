// Run by backend/tests/owner-requests.test.ts.
import { followedLess } from '@site/contract/day-hours';
import { HALVES, type HalfDay, PAPERS, PAYERS, RESULTS } from '@site/contract/day-papers';
import type { TrainingYear } from '@site/contract/training-year';
import type { TestBackend } from '../support/backend';
import { times } from '../support/cases';
import { dayFilesOf, half, INCOMPLETE, REFUSED, TODAY, WHOLE } from '../support/day-files';
import { book, detailsOf, IMPOSSIBLE, OUTDATED } from '../support/owner';
import { parisDay, reserve } from '../support/rows';
import { attemptHeader, visitor } from '../support/visitor';
import { anyVisitor, bookWithLink } from '../support/visitor-mails';

export function describeDayFiles(backend: () => TestBackend): void {
  const { query, owner, confirmed, read, paperOf, change, mark } = dayFilesOf(backend);

  test('a change keeps what it does not name, and a second device is told what the first one saved', async () => {
    const id = await confirmed();
    await change(id, { address: ' 3 rue des Lilas\n35000 Rennes ', siren: '732 829 320 00074' });
    await change(id, { payer: 'self' });
    const { file } = await read(id);
    expect(file).toMatchObject({
      address: '3 rue des Lilas, 35000 Rennes',
      siren: '732829320',
      payer: 'self',
      version: 3,
    });
    const late = await owner.call('change_day_file', { id, version: 2, changes: { address: null } });
    expect(late).toMatchObject(OUTDATED);
    expect(detailsOf(late)).toEqual(await read(id));
  });

  test.each([
    ['no object', []],
    ['a fact that is none', { note: 'a' }],
    ['a column of the database', { filled_at: '2026-01-01' }],
    ['answers of the visitor', { feedback: {} }],
    ['a text that is an object', { address: { street: 'a' } }],
    ['a SIREN with a wrong check digit', { siren: '732829321' }],
    ['an address of 301 characters', { address: 'a'.repeat(301) }],
    ['an address with a control character', { address: 'rue\u0000 des Lilas' }],
    ['next days of 2001 characters', { nextDays: 'a'.repeat(2001) }],
    ['an unknown payer', { payer: 'state' }],
    ['a request for the training that is no day', { expressRequestOn: true }],
    ['a negative price', { priceCents: -1 }],
    ['a price that is no number', { priceCents: 'a' }],
    ['a half-day that ends before it begins', { kept: half(TODAY, { from: '13:00' }) }],
    ['a half-day twice', { kept: [...half(TODAY), ...half(TODAY)] }],
    ['a half-day of no day', { kept: half('2026-13-01') }],
    ['a half-day with a further word', { kept: half(TODAY, { note: 'a' }) }],
    ['a plan of no minutes', { kept: half(TODAY, { planned: 0 }) }],
    ['a plan of more than a day', { kept: half(TODAY, { planned: 1441 }) }],
    ['a plan that is no number', { kept: half(TODAY, { planned: '480' }) }],
    ['a plan of half a minute', { kept: half(TODAY, { planned: 0.5 }) }],
    ['an empty plan', { kept: half(TODAY, { planned: null }) }],
    ['two plans of one day', { kept: half(TODAY).map((one, at) => ({ ...one, planned: 400 + at })) }],
    ['a plan of one half', { kept: half(TODAY).map((one, at) => ({ ...one, ...(at === 0 && { planned: 400 }) })) }],
    ['61 half-days', { kept: times(61).map(() => half(TODAY)[0]) }],
    ['a result that is none', { results: [{ objective: 'a', result: 'perfect' }] }],
    ['an objective of 301 characters', { results: [{ objective: 'a'.repeat(301), result: 'reached' }] }],
  ])('%s is refused, and nothing is stored', async (_, changes) => {
    const id = await confirmed();
    const before = await read(id);
    expect(await change(id, changes)).toMatchObject(REFUSED);
    expect(await read(id)).toEqual(before);
  });

  test.each([
    ['a name in Arabic', { payerName: 'شركة السلام' }],
    ['a price of 0', { priceCents: 0 }],
    ['an absent half-day', { kept: half(TODAY, { from: null, to: null }) }],
    ['a half-day with its plan', { kept: half(TODAY, { planned: 1440 }) }],
    ['longest texts', { address: 'é'.repeat(300), payerName: 'é'.repeat(200), priorLevel: 'é\n'.repeat(499).trim() }],
    ['each result', { results: RESULTS.map((result) => ({ objective: result, result })) }],
    ['what two thousand characters say of the next days', { nextDays: 'é'.repeat(2000) }],
  ])('%s is stored as it is', async (_, changes) => {
    const id = await confirmed();
    expect(await change(id, changes)).toMatchObject({ status: 200, body: { file: changes } });
  });

  test('a paper is marked with the days of then, and taken back; a day that is moved later shows', async () => {
    const day = parisDay(340);
    const id = await confirmed(day);
    await mark(id, 'programme', { print: 'abc1' });
    await owner.act(id, 'change_day', { from_day: day, to_day: parisDay(341) });
    const marked = { sentOn: TODAY, signedOn: null, days: [day], print: 'abc1', isValid: false };
    expect(await paperOf(id, 'programme')).toMatchObject(marked);
    await mark(id, 'programme', { day: null });
    expect(await paperOf(id, 'programme')).toMatchObject({ sentOn: null, days: [day] });
    const actions = (await owner.historyOf(id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['paper_sent', 'paper_sent_undone']));
  });

  test('who asked for AGEFICE is paid for by it, until somebody says otherwise', async () => {
    const id = await confirmed();
    await query('update public.reservations set is_agefice = true where id = $1', [id]);
    expect(await read(id)).toMatchObject({ file: { payer: 'agefice' } });
    await change(id, { address: WHOLE.address, siren: WHOLE.siren });
    expect(await mark(id, 'convention')).toMatchObject({ status: 200 });
    await change(id, { payer: 'opco' });
    expect(await read(id)).toMatchObject({ file: { payer: 'opco' } });
  });

  test('a convention that is marked in the follow-up keeps its days; a later signature is of the paper that was sent', async () => {
    const day = parisDay(344);
    const id = await confirmed(day);
    await change(id, { ...WHOLE, payer: 'self' });
    const step = (name: string, on: string | null) =>
      owner.act(id, 'follow_up', { step: name, day: on, print: `p${name.length}` });
    await step('convention_sent', TODAY);
    const next = parisDay(345);
    await owner.act(id, 'change_day', { from_day: day, to_day: next });
    await step('convention_signed', TODAY);
    expect(await paperOf(id)).toMatchObject({ sentOn: TODAY, signedOn: TODAY, days: [day], print: 'p15' });
    await step('convention_sent', null);
    await step('convention_sent', TODAY);
    expect(await paperOf(id)).toMatchObject({ sentOn: TODAY, signedOn: null, days: [next] });
    expect((await owner.one(id)).followUp).toEqual({ convention_sent: TODAY });
    await mark(id, 'convention', { step: 'signed' });
    await mark(id, 'convention', { day: null });
    expect((await mark(id, 'convention', { print: 'p15' })).body).toMatchObject({
      request: { followUp: { convention_signed: TODAY } },
    });
    expect((await mark(id, 'convention', { print: 'p16' })).body).toMatchObject({
      request: { followUp: { convention_sent: TODAY } },
    });
    expect((await owner.one(id)).followUp).toEqual({ convention_sent: TODAY });
  });

  const needs: readonly (readonly [paper: string, payer: string, facts: readonly string[]])[] = [
    ...PAYERS.map((payer) => ['convention', payer, ['payer', ...factsOf(payer)]] as const),
    ['devis', 'self', ['address']],
    ['devis', 'company', ['payerName', 'payerAddress']],
    ['facture', 'self', ['payer', 'address']],
    ['facture', 'opco', ['payerName', 'payerAddress']],
    ['certificat', 'self', ['kept']],
    ['attestation', 'self', ['kept', 'results']],
  ];
  test.each(needs)('the paper %s, paid by %s, cannot be marked without %s', async (paper, payer, facts) => {
    const id = await confirmed();
    const whole = { ...WHOLE, payer, kept: half(TODAY), results: [{ objective: 'Relancer', result: 'reached' }] };
    for (const fact of facts) {
      await change(id, { ...whole, [fact]: null });
      expect(await mark(id, paper)).toMatchObject(INCOMPLETE);
      if (paper !== 'convention') continue;
      const step = { step: 'convention_sent', day: TODAY };
      expect(await owner.attempt(id, 'follow_up', step)).toMatchObject(INCOMPLETE);
    }
    await change(id, whole);
    expect(await mark(id, paper)).toMatchObject({ status: 200 });
  });

  test.each([
    ['2 rue du Port, 1000 Bruxelles, Belgique', true],
    ['8 rue de Sébastopol, 98800 Nouméa', true],
    ['5 quai du Port, 35400 Saint-Malo', false],
    ['5 quai du Port, 35400 Saint-Malo, France', false],
  ])('the convention of a company at %s, without a SIREN, can be marked: %s', async (payerAddress, isAbroad) => {
    const id = await confirmed();
    await change(id, { ...WHOLE, payer: 'company', payerAddress, payerSiren: null });
    expect(await mark(id, 'convention')).toMatchObject(isAbroad ? { status: 200 } : INCOMPLETE);
  });

  test.each([
    ['GB123456789', '12 Baker Street, London NW1 6XE, Royaume-Uni', { status: 200 }],
    ['HRB 12345 B', '1 Platz, 10115 Berlin, Allemagne', { status: 200 }],
    ['123 456', '8 rue de Sébastopol, 98800 Nouméa', { status: 200 }],
    ['aucun', '12 Baker Street, London NW1 6XE, Royaume-Uni', REFUSED],
    ['1'.repeat(25), '12 Baker Street, London NW1 6XE, Royaume-Uni', REFUSED],
    ['GB123456789', '5 quai du Port, 35400 Saint-Malo', REFUSED],
    ['GB123456789', '5 quai du Port, 35400 Saint-Malo, France', REFUSED],
    ['GB123456789', null, REFUSED],
  ])('the number %s of a business at %s is answered by %j', async (number, address, answer) => {
    const id = await confirmed();
    expect(await change(id, { payerAddress: address, payerSiren: number })).toMatchObject(answer);
    expect(await change(id, { address, siren: number })).toMatchObject(answer);
  });

  test('a half-day that the timetable does not have is noted as one without a length, and is no absence', async () => {
    const id = await confirmed();
    const morning = { date: TODAY, half: 'morning', from: '09:00', to: '12:30', planned: 210 };
    const none = { ...morning, half: 'afternoon', from: '12:30' };
    await change(id, { ...WHOLE, payer: 'agefice', kept: [morning, none] });
    for (const paper of ['emargement', 'certificat', 'facture'])
      expect(await mark(id, paper)).toMatchObject({ status: 200 });
    expect(await change(id, { kept: [{ ...morning, from: '13:00' }, none] })).toMatchObject(REFUSED);
  });

  test('the convention and the programme of several days cannot be marked without what the next ones contain, until they are over', async () => {
    const id = await confirmed(parisDay(338));
    await query('insert into public.reservation_dates (reservation_id, date, confirmed) values ($1, $2, true)', [
      id,
      parisDay(339),
    ]);
    await change(id, { ...WHOLE, payer: 'agefice' });
    for (const paper of ['convention', 'programme']) expect(await mark(id, paper)).toMatchObject(INCOMPLETE);
    expect(await mark(id, 'convocation')).toMatchObject({ status: 200 });
    await change(id, { nextDays: 'Jour 2 : relances des mandats' });
    for (const paper of ['convention', 'programme']) expect(await mark(id, paper)).toMatchObject({ status: 200 });
    await change(id, { nextDays: null });
    await query('update public.reservation_dates set date = date - 345 where reservation_id = $1', [id]);
    expect(await mark(id, 'convention')).toMatchObject({ status: 200 });
  });

  test('a convention that was signed for AGEFICE without a named payer is no contrat of a trainee who pays alone', async () => {
    const id = await confirmed();
    await query('update public.reservations set is_agefice = true where id = $1', [id]);
    await change(id, { ...WHOLE, payer: null });
    expect(await mark(id, 'convention', { step: 'signed' })).toMatchObject({ status: 200 });
    await change(id, { payer: 'self' });
    expect(await paperOf(id)).toMatchObject({ signedOn: null, replaces: TODAY });
    await change(id, { payer: 'agefice' });
    expect(await paperOf(id)).toMatchObject({ signedOn: TODAY, isValid: true });
  });

  test('the attendance sheet goes out before the day, and lacks its hours once the day is over', async () => {
    const id = await confirmed(parisDay(346));
    expect(await mark(id, 'emargement')).toMatchObject({ status: 200 });
    await mark(id, 'emargement', { day: null });
    const over = parisDay(-1);
    await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, over]);
    expect(await mark(id, 'emargement')).toMatchObject(INCOMPLETE);
    await change(id, { kept: half(over) });
    expect(await mark(id, 'emargement')).toMatchObject({ status: 200 });
  });

  test('a day whose hours are over lacks its hours in the evening too, and no text about the next days', async () => {
    const id = await confirmed();
    const before = parisDay(-1);
    await query('insert into public.reservation_dates (reservation_id, date, confirmed) values ($1, $2, true)', [
      id,
      before,
    ]);
    await change(id, { ...WHOLE, payer: 'agefice', kept: half(before) });
    expect(await mark(id, 'programme')).toMatchObject(INCOMPLETE);
    expect(await mark(id, 'emargement')).toMatchObject({ status: 200 });
    await query("select private.set_day_hours('00:00–00:00')");
    expect(await mark(id, 'programme')).toMatchObject({ status: 200 });
    expect(await mark(id, 'emargement')).toMatchObject(INCOMPLETE);
    await query('select private.set_day_hours(null)');
  });

  test('neither times of a day to come nor an absence of all day make a certificate', async () => {
    const day = parisDay(342);
    const later = await confirmed(day);
    await change(later, { kept: half(day) });
    expect(await mark(later, 'certificat')).toMatchObject(IMPOSSIBLE);
    const absent = await confirmed();
    await change(absent, { kept: half(TODAY, { from: null, to: null }) });
    expect(await mark(absent, 'certificat')).toMatchObject(IMPOSSIBLE);
    expect(await mark(absent, 'emargement')).toMatchObject({ status: 200 });
  });

  const PRICE = { payer: 'self', priceCents: null };
  test.each<
    [what: string, file: object, signed: number | null, ago: number, deposit: boolean, whole: boolean, wholeOn?: number]
  >([
    ['a contrat that nobody has signed', PRICE, null, 1, false, false],
    ['a contrat, ten days after its signature', PRICE, -10, 1, false, false],
    ['a contrat, eleven days after its signature, before its day', PRICE, -11, -5, true, false],
    ['a contrat, on its day', PRICE, -11, 0, true, true],
    ['a contrat whose ten days contain its day, fifteen days after them', PRICE, -25, 20, true, true],
    ['a contrat whose ten days contain its day, a day earlier', PRICE, -24, 20, true, false],
    ['a contrat, noted for a day before its own', PRICE, -20, 1, true, false, -2],
    ['a contrat that costs nothing', { ...PRICE, priceCents: 0 }, null, -5, true, true],
    ['a convention', { ...PRICE, payer: 'agefice' }, null, -5, true, true],
    ['a reservation whose payer is unknown', { ...PRICE, payer: null }, null, -5, true, true],
  ])('of %s, a deposit and the whole price are taken as the law has it', async (...args) => {
    const [, file, signed, ago, deposit, whole, wholeOn = 0] = args;
    const id = await confirmed();
    await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, parisDay(-ago)]);
    await change(id, { ...WHOLE, ...file });
    if (signed !== null)
      expect((await mark(id, 'convention', { step: 'signed', day: parisDay(signed) })).status).toBe(200);
    const first = signed === null ? null : signed + 11;
    const answer = (isTaken: boolean, from: number | null) => {
      const details = from === null ? 'unpayable' : `unpayable ${parisDay(from)}`;
      return isTaken ? { status: 200 } : { ...IMPOSSIBLE, body: { details } };
    };
    expect(await change(id, { depositOn: TODAY })).toMatchObject(answer(deposit, first));
    const step = { id, version: (await owner.one(id)).version, step: 'paid', day: parisDay(wholeOn) };
    const isWithin = signed !== null && -ago <= signed + 10;
    expect(await owner.call('follow_up', step)).toMatchObject(
      answer(whole, first === null ? null : Math.max(isWithin ? first + 14 : first, -ago)),
    );
    expect((await owner.call('follow_up', { ...step, version: (await owner.one(id)).version, day: null })).status).toBe(
      200,
    );
  });

  test('an agreement that was signed at another price is not signed, in its file as in the list of dates', async () => {
    const day = parisDay(10);
    const id = await confirmed(day);
    await change(id, { ...WHOLE, payer: 'self', priceCents: 10_000 });
    await mark(id, 'convention', { step: 'signed' });
    const missing = "select from private.deadlines($1) where request = $2 and step = 'signature'";
    const found = async () => [(await paperOf(id))?.isValid, (await query(missing, [TODAY, id])).length === 0];
    expect(await found()).toEqual([true, true]);
    await change(id, { priceCents: 20_000 });
    expect(await found()).toEqual([false, false]);
    await change(id, { priceCents: 10_000 });
    expect(await found()).toEqual([true, true]);
  });

  const CONSUMER = { ...WHOLE, payer: 'self', siren: null, status: 'individual' };
  test.each<[who: string, ahead: number, facts: object, isTold: boolean]>([
    ['a consumer', 5, CONSUMER, true],
    ['a consumer, after the time to withdraw', 17, CONSUMER, false],
    ['a consumer who owes nothing', 5, { ...CONSUMER, priceCents: 0 }, false],
    ['a professional', 5, { ...CONSUMER, status: 'independent' }, false],
  ])(
    'a day of %s, %i days ahead, is told of once its agreement is signed, until its express request is noted',
    async (_, ahead, facts, isTold) => {
      const day = parisDay(ahead);
      const id = await confirmed(day);
      await change(id, facts);
      const told = async () => {
        const own = await owner.concernsOf(id);
        return own.filter(({ kind }) => kind === 'express_request').map(({ days }) => days);
      };
      expect(await told()).toEqual([]);
      await change(id, { expressRequestOn: parisDay(-1) });
      await mark(id, 'convention', { step: 'signed' });
      // One that was noted before the signature was that of another agreement.
      expect(await told()).toEqual(isTold ? [[day]] : []);
      await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, TODAY]);
      await query('update private.day_papers set days = $2 where ref = $1', [id, [TODAY]]);
      await query("select private.set_day_hours('00:00–00:00')");
      expect(await told()).toEqual([]);
      await query('select private.set_day_hours(null)');
      await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, day]);
      await query('update private.day_papers set days = $2 where ref = $1', [id, [day]]);
      await change(id, { expressRequestOn: TODAY });
      expect(await told()).toEqual([]);
      await change(id, { expressRequestOn: null });
      await owner.act(id, 'cancel');
      expect(await told()).toEqual([]);
    },
  );

  test('another regime of VAT makes an agreement for a day to come void, not that for a day that is over', async () => {
    const [ahead, over] = [await confirmed(parisDay(10)), await confirmed()];
    const found = () => Promise.all([ahead, over].map(async (id) => (await paperOf(id))?.isValid));
    await query("select private.set_vat('franchise')");
    for (const id of [ahead, over]) {
      await change(id, { ...WHOLE, payer: 'agefice', priceCents: 10_000 });
      await mark(id, 'convention', { step: 'signed' });
    }
    await query('update public.reservation_dates set date = date - 1 where reservation_id = $1', [over]);
    await query('update private.day_papers set days = private.confirmed_days(ref) where ref = $1', [over]);
    expect(await found()).toEqual([true, true]);
    await query("select private.set_vat('standard')");
    expect(await found()).toEqual([false, true]);
    await mark(ahead, 'convention');
    expect(await found()).toEqual([true, true]);
    await query('select private.set_vat(null)');
  });

  test('a day that is over is taxed as it was then, and an agreement of another regime is void, whatever comes after', async () => {
    const id = await confirmed();
    await query("select private.set_vat('franchise')");
    await change(id, { ...WHOLE, payer: 'agefice', priceCents: 10_000 });
    await mark(id, 'convention', { step: 'signed' });
    const held = async (day: string) => {
      await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, day]);
      await query('update private.day_papers set days = private.confirmed_days(ref) where ref = $1', [id]);
      const year = Number(day.slice(0, 4));
      const { reservations } = await owner.read<{ reservations: { id: string; vat: string | null }[] }>(
        'training_year',
        { year },
      );
      const { file, request } = await read(id);
      const isValid = file.papers.find(({ paper }) => paper === 'convention')?.isValid;
      return [file.vatThen, reservations.find((one) => one.id === id)?.vat, isValid, request.newAgreement];
    };
    const before = ['franchise', 'franchise', true, null];
    const since = ['standard', 'standard', false, 'price'];
    await query("select private.set_vat('standard')");
    await query('update private.vat_regimes set until = until - 10');
    expect([await held(parisDay(-11)), await held(parisDay(-10))]).toEqual([before, since]);
    for (const later of ['exempt', 'franchise']) {
      await query('select private.set_vat($1)', [later]);
      expect([await held(parisDay(-11)), await held(parisDay(-1))]).toEqual([before, since]);
    }
    await query('select private.set_vat(null)');
    await query('truncate private.vat_regimes');
  });

  test('an agreement keeps the texts of the site that it fixes until another one goes out', async () => {
    const told = (title: string) => query('select private.set_agreed_texts($1)', [{ title }]);
    const id = await confirmed(parisDay(10));
    await change(id, { ...WHOLE, payer: 'agefice', priceCents: 10_000 });
    const textsAfter = async (paper = 'convention', args: object = {}) => {
      await mark(id, paper, args);
      return (await paperOf(id, paper))?.texts;
    };
    const [first, second] = ['a', 'b'].map((title) => ({ title, due_days: null, professional_due_days: null }));
    await told('a');
    expect(await textsAfter('convention', { print: 'p1' })).toEqual(first);
    await told('b');
    expect(await textsAfter('programme')).toBeNull();
    expect(await textsAfter('convention', { step: 'signed', print: 'p2' })).toEqual(first);
    expect(await textsAfter('convention', { print: 'p1' })).toEqual(first);
    expect(await paperOf(id)).toMatchObject({ signedOn: TODAY });
    expect(await textsAfter('convention', { print: 'p3' })).toEqual(second);
    await query('update private.settings set agreed_texts = null');
    expect(await textsAfter('convention', { print: 'p4' })).toBeNull();
  });

  test('a deposit that the contrat before allowed stays allowed once another contrat has gone out, and no other one is', async () => {
    const [signed, paid] = [parisDay(-15), parisDay(-4)];
    const id = await confirmed(parisDay(10));
    const depositOn = (day: string | null) => change(id, { depositOn: day });
    await change(id, { ...WHOLE, payer: 'self', priceCents: 10_001 });
    await mark(id, 'convention', { step: 'signed', day: signed, print: 'p1' });
    expect(await depositOn(paid)).toMatchObject({ body: { file: { depositOn: paid, depositCents: 3000 } } });
    const said = { action: 'deposit', detail: { days: [paid], cents: 3000 } };
    expect((await owner.historyOf(id)).slice(-2)).toMatchObject([{ action: 'convention_signed' }, said]);
    await change(id, { priceCents: 20_000 });
    expect(await paperOf(id)).toMatchObject({ isValid: false, payableFrom: paid });
    await mark(id, 'convention', { day: parisDay(-2), print: 'p2' });
    await mark(id, 'convention', { step: 'signed', day: TODAY, print: 'p2' });
    expect(await paperOf(id)).toMatchObject({ isValid: true, payableFrom: paid, replaces: signed });
    expect(await depositOn(parisDay(-1))).toMatchObject(IMPOSSIBLE);
    expect((await read(id)).file).toMatchObject({ depositOn: paid, depositCents: 3000 });
    expect(await depositOn(parisDay(-5))).toMatchObject(IMPOSSIBLE);
    expect(await depositOn(null)).toMatchObject({ body: { file: { depositCents: null } } });
    expect((await owner.historyOf(id)).at(-1)).toMatchObject({ action: 'deposit_undone', detail: null });
    expect(await depositOn(paid)).toMatchObject({ status: 200 });
    // Another price once more: the deposit is that of the first contrat.
    await change(id, { priceCents: 30_000 });
    await mark(id, 'convention', { print: 'p3' });
    expect(await paperOf(id)).toMatchObject({ payableFrom: paid, signedOn: null });
    expect(await depositOn(parisDay(-3))).toMatchObject({ status: 200 });
  });

  test('a paper that is sent again for another day, or at another price, keeps when the one before went out', async () => {
    const [sent, again] = [parisDay(-3), parisDay(-2)];
    const id = await confirmed(parisDay(10));
    await change(id, { ...WHOLE, payer: 'self', priceCents: 10_000 });
    await mark(id, 'convention', { day: sent, print: 'p1' });
    await mark(id, 'convention', { day: again, print: 'p2' });
    expect(await paperOf(id)).toMatchObject({ sentOn: again, replaces: null });
    await change(id, { priceCents: 20_000 });
    await mark(id, 'convention', { day: null });
    await mark(id, 'convention', { day: again });
    await change(id, { priceCents: 10_000 });
    await mark(id, 'convention');
    await mark(id, 'convention', { step: 'signed' });
    expect(await paperOf(id)).toMatchObject({ sentOn: TODAY, signedOn: TODAY, replaces: again });
    await change(id, { priceCents: 30_000 });
    await query('update private.day_papers set sent_on = $2 where ref = $1', [id, sent]);
    await mark(id, 'convention', { print: 'p3' });
    expect(await paperOf(id)).toMatchObject({ sentOn: TODAY, replaces: TODAY });
    expect(await paperOf(id, 'devis')).toMatchObject({ sentOn: null, replaces: null });
  });

  test('after an absence, the invoice lacks its price until it is said, and the price goes with its hours', async () => {
    const id = await confirmed();
    await change(id, {
      ...WHOLE,
      payer: 'self',
      kept: [...half(TODAY, { from: null, to: null }).slice(1), ...half(TODAY).slice(0, 1)],
    });
    expect(await mark(id, 'facture')).toMatchObject(INCOMPLETE);
    await change(id, { priceCents: 0 });
    expect(await mark(id, 'facture')).toMatchObject({ status: 200 });
    for (const followedCents of [-1, 1_000_001, 'a', {}])
      expect(await change(id, { followedCents })).toMatchObject(REFUSED);
    await change(id, { priceCents: null, followedCents: 9950 });
    expect(await mark(id, 'facture')).toMatchObject({ status: 200, body: { file: { followedCents: 9950 } } });
    const { reservations } = await owner.read<TrainingYear>('training_year', { year: Number(TODAY.slice(0, 4)) });
    const price = { priceCents: 9950, followedCents: 9950, agreedCents: null };
    expect(reservations.find((one) => one.id === id)).toMatchObject(price);
    const left = half(TODAY, { to: '12:15' });
    for (const [changes, followedCents] of [
      [{ kept: half(TODAY) }, null],
      [{ kept: left, followedCents: 5000 }, 5000],
      [{ priorLevel: 'Débutant.' }, 5000],
      [{ kept: half(TODAY) }, null],
      [{ kept: null, followedCents: 5000 }, null],
    ] as const) {
      await change(id, changes);
      expect((await read(id)).file).toMatchObject({ followedCents });
    }
  });

  test('the database and the page agree on whether less was followed than planned', async () => {
    const ends = ['10:45', '10:44', null, undefined];
    const noted = (date: string, [morning, afternoon]: readonly (string | null | undefined)[], planned?: number) =>
      [morning, afternoon].flatMap((to, at): HalfDay[] => {
        const half = { date, half: HALVES[at] ?? 'morning', from: to ? '09:00' : null, to: to ?? null };
        return to === undefined ? [] : [{ ...half, ...(planned && { planned }) }];
      });
    const [first, second] = ['2026-12-07', '2026-12-08'];
    const cases = ends.flatMap((morning) =>
      ends.flatMap((afternoon) => {
        const own = noted(first, [morning, afternoon], 225);
        return [
          { kept: own, days: [first] },
          { kept: own, days: [] },
          { kept: own, days: [second] },
          { kept: own, days: [first, second] },
          { kept: [...own, ...noted(second, ['12:00', '10:30'], 270)], days: [first, second] },
          { kept: [...own, ...noted(second, ['12:00', '10:30'], 271)], days: [first, second] },
        ];
      }),
    );
    const answers = await query<{ is_less: boolean }>(
      `select private.followed_less(one.value -> 'kept', array(select jsonb_array_elements_text(one.value -> 'days'))::date[]) as is_less
         from jsonb_array_elements($1) with ordinality as one order by one.ordinality`,
      [JSON.stringify(cases)],
    );
    const expected = cases.map(({ kept, days }) => followedLess(kept, days, { dayMinutes: 0, tolerated: 15 }));
    expect(answers.map(({ is_less }) => is_less)).toEqual(expected);
    expect(new Set(expected)).toEqual(new Set([true, false]));
    expect(await query('select private.followed_less(null, array[current_date]) as is_less')).toEqual([
      { is_less: false },
    ]);
  });

  test('an early leave of a plan that is known lacks its price too, of one that is not the page alone knows', async () => {
    const id = await confirmed();
    await change(id, { ...WHOLE, payer: 'self', kept: half(TODAY) });
    await mark(id, 'convention', { step: 'signed' });
    expect(await mark(id, 'facture')).toMatchObject({ status: 200 });
    await change(id, { kept: half(TODAY, { planned: 480 }) });
    expect(await mark(id, 'facture')).toMatchObject(INCOMPLETE);
    await change(id, { followedCents: 9950 });
    expect(await mark(id, 'facture')).toMatchObject({ status: 200 });
  });

  test('the day of a file for the fund is noted, not one to come', async () => {
    const id = await confirmed();
    expect((await change(id, { fundingFiledOn: TODAY })).body).toMatchObject({ file: { fundingFiledOn: TODAY } });
    const others = ['fundingDroppedOn', 'depositOn', 'expressRequestOn', 'reimbursementAskedOn'];
    for (const fact of ['fundingFiledOn', ...others]) {
      expect(await change(id, { [fact]: parisDay(1) })).toMatchObject(IMPOSSIBLE);
      expect(await change(id, { [fact]: 'demain' })).toMatchObject(REFUSED);
    }
  });

  test('whether the agreement is a contrat is known once somebody has said who pays', async () => {
    const id = await confirmed();
    expect(await owner.one(id)).toMatchObject({ isContract: null });
    await change(id, { payer: 'self' });
    expect(await owner.one(id)).toMatchObject({ isContract: true });
    await change(id, { payer: 'company' });
    expect(await owner.one(id)).toMatchObject({ isContract: false });
  });

  test('a paper that went out is left as it is, whatever it would say now, and one that did not is not', async () => {
    const id = await confirmed();
    const leave = async (paper: string) =>
      owner.call('leave_paper', { id, version: (await read(id)).file.version, paper, print: 'abc2' });
    await mark(id, 'programme', { print: 'abc1' });
    expect(await leave('programme')).toMatchObject({ status: 200 });
    expect((await read(id)).file.papers).toContainEqual(
      expect.objectContaining({ paper: 'programme', print: 'abc1', left: 'abc2' }),
    );
    expect(await leave('convocation')).toMatchObject(IMPOSSIBLE);
  });

  test('the payment of a cancelled reservation without a signed agreement is not noted', async () => {
    const id = await confirmed(parisDay(333));
    await owner.act(id, 'cancel');
    expect(await owner.attempt(id, 'follow_up', { step: 'paid', day: TODAY })).toMatchObject(IMPOSSIBLE);
  });

  test('no paper is marked without a confirmed day, in the future, or when the reservation is cancelled', async () => {
    const id = await book(backend(), TODAY);
    for (const paper of PAPERS) expect(await mark(id, paper)).toMatchObject(IMPOSSIBLE);
    await owner.confirm(id);
    expect(await mark(id, 'programme', { day: parisDay(1) })).toMatchObject(IMPOSSIBLE);
    await owner.act(id, 'cancel');
    expect(await mark(id, 'programme')).toMatchObject(IMPOSSIBLE);
  });

  const announce = (standard: number, funded: number) => query('select private.set_prices($1, $2)', [standard, funded]);
  const dayCents = async (id: string) => (await read(id)).file.dayCents;
  const asks = (price: string, row: object = {}) =>
    reserve(visitor(backend()), { 'x-client-info': `${attemptHeader()['x-client-info']}${price}` }, row);

  test('a request keeps the price that was announced when it came in; a page of before a change keeps that of the page', async () => {
    await query('truncate private.price_lists');
    const first = await asks('');
    expect(await dayCents(first)).toBeNull();
    await announce(19_900, 32_000);
    await announce(19_900, 32_000);
    const before = await asks('', { is_agefice: true });
    await announce(25_000, 40_000);
    const [since] = await query<{ lists: number }>('select count(*)::integer as lists from private.price_lists');
    expect(since).toEqual({ lists: 2 });
    const cases: readonly (readonly [string, number, object?])[] = [
      ['', 25_000],
      ['', 40_000, { is_agefice: true }],
      [' price=19900', 19_900],
      [' price=32000', 25_000],
      [' price=1', 25_000],
      [' price=19900.5', 25_000],
    ];
    for (const [price, cents, row] of cases)
      expect([price, await dayCents(await asks(price, row))]).toEqual([price, cents]);
    expect([await dayCents(first), await dayCents(before)]).toEqual([19_900, 32_000]);
    await query("update private.price_lists set since = since - interval '8 days'");
    expect(await dayCents(await asks(' price=19900'))).toBe(25_000);
    await query('truncate private.price_lists');
  });

  test('the file goes with its person, and an opened one answers that it is gone', async () => {
    const email = anyVisitor();
    const { id } = await bookWithLink(backend(), [TODAY], { email });
    await owner.confirm(id);
    await change(id, WHOLE);
    await mark(id, 'programme');
    expect(await owner.read('person', { email })).toMatchObject({
      reservations: [{ file: { address: WHOLE.address } }],
    });
    const { version } = (await read(id)).file;
    await owner.read('erase_person', { email, typed: email });
    expect(await read(id)).toBeNull();
    const late = await owner.call('change_day_file', { id, version, changes: WHOLE });
    expect(late).toMatchObject({ status: 404, body: { code: 'UNKNOWN_REQUEST' } });
    const left = 'select from private.day_files where ref = $1 union all select from private.day_papers where ref = $1';
    expect(await query(left, [id])).toEqual([]);
  });
}

function factsOf(payer: string): readonly string[] {
  if (payer === 'opco' || payer === 'company') return ['payerName', 'payerAddress', 'payerSiren'];
  if (payer === 'other') return ['address', 'payerName'];
  return ['address', payer === 'self' ? 'priorLevel' : 'siren'];
}
