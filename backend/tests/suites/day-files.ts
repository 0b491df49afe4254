// Run by backend/tests/owner-requests.test.ts.
import { followedLess } from '@site/contract/day-hours';
import { HALVES, type HalfDay, type ManagedDayFile, PAPERS, PAYERS, RESULTS } from '@site/contract/day-papers';
import type { TrainingYear } from '@site/contract/training-year';
import type { TestBackend } from '../support/backend';
import { times } from '../support/cases';
import { book, detailsOf, IMPOSSIBLE, OUTDATED, ownerCalls } from '../support/owner';
import { parisDay, reserve } from '../support/rows';
import { anyAddress, attemptHeader, visitor } from '../support/visitor';
import { anySecret, anyVisitor, bookWithLink, visitorMailsOf } from '../support/visitor-mails';

interface Own {
  readonly request: {
    readonly version: number;
    readonly followUp: object;
    readonly newAgreement: string | null;
    readonly heldCents: number | null;
    readonly owed: object | null;
  };
  readonly videoLink: string | null;
  readonly file: {
    readonly version: number;
    readonly address: string | null;
    readonly dayCents: number | null;
    readonly vatThen: string | null;
    readonly papers: readonly {
      readonly paper: string;
      readonly sentOn: string | null;
      readonly days: unknown;
      readonly isValid: boolean;
      readonly replaces: string | null;
      readonly signedOn: string | null;
      readonly texts: object | null;
      readonly payableFrom: string | null;
    }[];
  };
}

interface OwnConcern {
  readonly kind: string;
  readonly request: string;
  readonly days: readonly string[];
}

const TODAY = parisDay();
const REFUSED = { status: 400 };
const INCOMPLETE = { ...IMPOSSIBLE, body: { details: 'paper-incomplete' } };
const half = (date: string, changes: object = {}) =>
  HALVES.map((name) => ({ date, half: name, from: '09:00', to: '12:30', ...changes }));
const WHOLE = {
  address: '3 rue des Lilas, 35000 Rennes',
  siren: '732829320',
  status: 'independent',
  payerName: 'Agence du Port',
  payerAddress: '5 quai du Port, 35400 Saint-Malo',
  payerSiren: '732829320',
  priorLevel: 'Se sert d’un tableur.',
};

export function describeDayFiles(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const owner = ownerCalls(backend);
  const confirmed = async (day = TODAY) => {
    const id = await book(backend(), day);
    await owner.confirm(id);
    return id;
  };
  const read = (id: string) => owner.read<Own>('day_file', { id });
  const paperOf = async (id: string, name = 'convention') =>
    (await read(id)).file.papers.find(({ paper }) => paper === name);
  const change = async (id: string, changes: object) =>
    owner.call('change_day_file', { id, version: (await read(id)).file.version, changes });
  const mark = async (id: string, paper: string, args: object = {}) =>
    owner.call('mark_paper', { id, version: (await read(id)).file.version, paper, step: 'sent', day: TODAY, ...args });

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

  /** A reservation whose convention both sides have signed. */
  const signed = async (days: readonly string[]) => {
    const booked = await bookWithLink(backend(), days);
    await owner.confirm(booked.id);
    await change(booked.id, { ...WHOLE, payer: 'company', nextDays: 'Le second jour.' });
    await mark(booked.id, 'convention');
    await mark(booked.id, 'convention', { step: 'signed' });
    return booked;
  };
  test('the file has the client of what both sides have signed, also once others have the agreement', async () => {
    const { id } = await signed([parisDay(329)]);
    const { payerName, payerSiren } = WHOLE;
    for (const next of [{ payer: 'self' }, { payer: 'company', payerName: 'Agence du Nord', payerSiren: null }]) {
      await change(id, next);
      await mark(id, 'convention');
      expect((await read(id)).file).toMatchObject({ signedClient: { payer: 'company', payerName, payerSiren } });
    }
  });

  /** What « Aujourd'hui » and the mail of the morning tell of a cancellation. */
  const endings = async (id: string) => {
    const [mailed] = await query<{ all: readonly OwnConcern[] | null }>('select private.concerns() as all');
    const own = (await owner.concernsOf(id)).filter(({ kind }) => kind === 'ended');
    expect((mailed?.all ?? []).filter(({ kind, request }) => kind === 'ended' && request === id)).toEqual(own);
    return { own, givenUp: await owner.givenUpOf(id) };
  };

  test('a signed reservation that the owner cancels is told of until it is noted as done, and keeps what is due since', async () => {
    const { id } = await signed([parisDay(330)]);
    const calledOff = async () => (await owner.read<{ calledOff: object | null }>('day_file', { id })).calledOff;
    expect([await calledOff(), (await endings(id)).own]).toEqual([null, []]);
    await owner.act(id, 'cancel');
    const agreement = { isContract: false, signedOn: TODAY };
    expect(await calledOff()).toEqual(agreement);
    const told = { kind: 'ended', isUrgent: false, request: id, name: 'Camille Durand', agreement, isOwn: true };
    expect(await endings(id)).toEqual({ own: [told], givenUp: undefined });
    await owner.act(id, 'note', { note: 'Appelée' });
    expect(await calledOff()).not.toBeNull();
    await owner.act(id, 'see_given_up');
    expect([await calledOff(), (await endings(id)).own]).toEqual([null, []]);
    expect((await change(id, { cancelCents: 9950 })).body).toMatchObject({ file: { cancelCents: 9950 } });
  });

  test.each(['company', 'fifpl'])(
    'the rest that the owner calls off after a signed day was held is told of until it is noted as done, and nothing is to be signed for that day, paid by: %s',
    async (payer) => {
      const [held, first, later] = [parisDay(-1), parisDay(337), parisDay(338)];
      const { id, read: managed } = await signed([first, later]);
      await change(id, { payer });
      const moved =
        'days = array_replace(days, $2, $3), signed_before = replace(signed_before::text, $2::text, $3::text)::jsonb';
      await query(`update private.day_papers set ${moved} where ref = $1`, [id, first, held]);
      await query('update public.reservation_dates set date = $3 where reservation_id = $1 and date = $2', [
        id,
        first,
        held,
      ]);
      const calledOff = async () => (await owner.read<{ calledOff: object | null }>('day_file', { id })).calledOff;
      const rest = async () => [await calledOff(), (await endings(id)).own];
      expect(await rest()).toEqual([null, []]);
      await owner.act(id, 'cancel');
      const agreement = { isContract: false, signedOn: TODAY };
      const told = { kind: 'ended', isUrgent: false, request: id, name: 'Camille Durand', agreement, isOwn: true };
      expect(await rest()).toEqual([agreement, [{ ...told, days: [later] }]]);
      expect(await managed()).toMatchObject({ status: 'confirmee', agreement, newAgreement: null });
      const signatures = "select from private.deadlines($2) where request = $1 and step = 'signature'";
      expect(await query(signatures, [id, TODAY])).toEqual([]);
      await owner.act(id, 'see_given_up', payer === 'fifpl' ? { refunded_on: TODAY } : {});
      expect(await rest()).toEqual([null, []]);
    },
  );

  test('a sum that a cancelled visitor owes, or gets back, is told of until its day is noted, whatever else the owner does', async () => {
    const [first, second] = [parisDay(331), parisDay(332)];
    const days = [first, second];
    const { id, change: manage } = await signed(days);
    await manage('give_up_day', { day: first });
    expect(await endings(id)).toMatchObject({ own: [], givenUp: { days: [first] } });
    await manage('cancel');
    // The stronger of both lines has the rest: the space leaves out the other.
    expect(await endings(id)).toMatchObject({ own: [{ isOwn: false, days: [second] }], givenUp: { days } });
    await change(id, { cancelCents: 9950 });
    expect((await endings(id)).own).toMatchObject([{ dueCents: 9950 }]);
    expect(await owner.attempt(id, 'follow_up', { step: 'held', day: TODAY })).toMatchObject(IMPOSSIBLE);
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    expect((await endings(id)).own).toEqual([]);
    expect(await owner.read('day_file', { id })).toMatchObject({ left: null });
    await owner.act(id, 'follow_up', { step: 'paid', day: null });
    expect((await endings(id)).own).toHaveLength(1);
    expect(await owner.attempt(id, 'see_given_up', { refunded_on: parisDay(1) })).toMatchObject(IMPOSSIBLE);
    await owner.act(id, 'see_given_up', { refunded_on: parisDay(-1) });
    expect((await endings(id)).own).toEqual([]);
    expect((await owner.historyOf(id)).at(-1)).toMatchObject({ action: 'refunded', detail: { days: [parisDay(-1)] } });
  });

  test('what came from a consumer who withdraws stays known, with the day by which it is given back', async () => {
    const { id, change: manage } = await bookWithLink(backend(), [parisDay(336)]);
    await owner.confirm(id);
    await change(id, { ...WHOLE, payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await change(id, { depositOn: parisDay(-1) });
    await manage('cancel');
    const came = { depositOn: parisDay(-1), depositCents: 5970, refundUntil: parisDay(14) };
    const [told] = (await endings(id)).own;
    expect(told).toMatchObject({ agreement: came });
    expect(told).not.toHaveProperty('agreement.isRefundLate');
    await query("update private.request_events set at = at - interval '15 days' where ref = $1", [id]);
    const late = { agreement: { ...came, refundUntil: parisDay(-1), isRefundLate: true } };
    expect((await endings(id)).own).toMatchObject([late]);
    expect(await owner.read('day_file', { id })).toMatchObject({ left: late.agreement });
    const toOwner = 'select private.change_detail($1) as mail';
    expect(await query(toOwner, [id])).toMatchObject([{ mail: { change: { agreement: late.agreement } } }]);
    await owner.act(id, 'see_given_up', { refunded_on: TODAY });
    const returned = { action: 'refunded', detail: { days: [TODAY], cents: 5970 } };
    expect((await owner.historyOf(id)).at(-1)).toMatchObject(returned);
    const [{ mail } = { mail: {} }] = await query<{ mail: object }>(toOwner, [id]);
    expect(mail).not.toHaveProperty('change.agreement.refundUntil');
  });

  test('what was paid before a cancellation stays known, with its price, beside what is due', async () => {
    const { id } = await signed([parisDay(338)]);
    await change(id, { priceCents: 19_900 });
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    await owner.act(id, 'cancel');
    await change(id, { cancelCents: 9_950 });
    expect((await endings(id)).own).toMatchObject([
      { agreement: { paidOn: TODAY, paidCents: 19_900 }, dueCents: 9_950 },
    ]);
  });

  test.each([
    ['a consumer withdraws', -12, true, false],
    ['the owner cancels and tells it', -12, false, false],
    ['the owner cancels and tells nobody', -12, false, true],
    ['a consumer cancels after the time to withdraw', -30, true, true],
  ])(
    'once %s and the reservation is opened again, only what may come back binds, and what came is told of until it is given back',
    async (_, day, isVisitors, isKept) => {
      const { id, secret, read: managed, change: manage } = await bookWithLink(backend(), [parisDay(347)]);
      const ended = isKept ? null : { isContract: true, signedOn: parisDay(day), cents: 5970 };
      await owner.confirm(id);
      await change(id, { ...WHOLE, payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
      await mark(id, 'convention', { step: 'signed', day: parisDay(day) });
      await change(id, { depositOn: parisDay(-1), expressRequestOn: parisDay(-1) });
      const before = await read(id);
      await (isVisitors ? manage('cancel') : owner.act(id, 'cancel'));
      if (!isVisitors && !isKept) await owner.act(id, 'tell', { channel: 'email' });
      const told = (await endings(id)).own;
      expect((await read(id)).request).toMatchObject({ heldCents: isKept ? 5970 : null, owed: ended });
      await owner.act(id, 'reopen');
      expect([(await read(id)).request.owed, (await managed()).owed]).toEqual([ended, ended]);
      const form = await visitor(backend()).post('rpc/manage_day_file', { secret });
      expect(form.body).toMatchObject({ isClosed: isKept });
      const known = isKept ? [] : told;
      expect((await endings(id)).own).toEqual(known);
      await owner.act(id, 'confirm');
      expect((await endings(id)).own).toEqual(known);
      const present = await read(id);
      const { agreement } = await managed();
      if (isKept) {
        expect(agreement).toMatchObject({ isContract: true, signedOn: parisDay(day) });
        const { version: _version, ...file } = before.file;
        expect(present.file).toMatchObject(file);
        return;
      }
      expect(agreement).toBeNull();
      expect(await managed()).toMatchObject({ newAgreement: null, isContract: true });
      expect(present).toMatchObject({
        request: { agreement: null, newAgreement: null, followUp: {} },
        file: { depositOn: null, depositCents: null, expressRequestOn: null, signedClient: null },
      });
      expect(present.request.followUp).toEqual({});
      expect(present.file.papers).toContainEqual(
        expect.objectContaining({ paper: 'convention', signedOn: null, replaces: null, payableFrom: null }),
      );
      expect(await owner.historyOf(id)).toContainEqual(expect.objectContaining({ action: 'convention_signed' }));
      const owed = { depositOn: parisDay(-1), depositCents: 5970 };
      expect(known).toMatchObject([{ isOwn: !isVisitors, agreement: owed }]);
      expect(await owner.read('day_file', { id })).toMatchObject({ [isVisitors ? 'left' : 'calledOff']: owed });
      await mark(id, 'convention', { step: 'signed' });
      expect(await managed()).toMatchObject({ agreement: { signedOn: TODAY, withdrawalUntil: expect.any(String) } });
      expect(await owner.attempt(id, 'follow_up', { step: 'paid', day: TODAY })).toMatchObject(IMPOSSIBLE);
      expect((await endings(id)).own).toEqual(known);
      await owner.act(id, 'see_given_up', { refunded_on: TODAY });
      expect((await endings(id)).own).toEqual([]);
      expect([(await read(id)).request.owed, (await managed()).owed]).toEqual([null, null]);
      expect((await owner.historyOf(id)).at(-1)).toMatchObject({ action: 'refunded', detail: { cents: 5970 } });
    },
  );

  test.each(['owner', 'visitor'])(
    'what is to be given back since a first cancellation is named after the second one, by the %s',
    async (who) => {
      const { id, read: managed, change: manage } = await bookWithLink(backend(), [parisDay(348)]);
      await owner.confirm(id);
      await change(id, { ...WHOLE, payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
      await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
      await change(id, { depositOn: parisDay(-1) });
      await owner.act(id, 'cancel');
      await owner.act(id, 'tell', { channel: 'email' });
      await owner.act(id, 'reopen');
      await (who === 'owner' ? owner.act(id, 'cancel') : manage('cancel'));
      const owed = { isContract: true, signedOn: parisDay(-12), cents: 5970 };
      expect(await managed()).toMatchObject({ status: 'annulee', agreement: null, calledOff: null, owed });
      expect((await read(id)).request.owed).toEqual(owed);
      const detail = 'select private.cancellation_detail(r) as told from public.reservations r where r.id = $1';
      expect(await query(detail, [id])).toMatchObject([{ told: { owed } }]);
      await owner.act(id, 'see_given_up', { refunded_on: TODAY });
      expect(await managed()).toMatchObject({ owed: null });
    },
  );

  test('of a reopened reservation, the visitor’s form is open again once its signed day is another one', async () => {
    const { id, secret } = await bookWithLink(backend(), [parisDay(349)]);
    await owner.confirm(id);
    await change(id, { ...WHOLE, payer: 'self' });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-30) });
    for (const step of ['cancel', 'reopen'] as const) await owner.act(id, step);
    const form = async () => (await visitor(backend()).post('rpc/manage_day_file', { secret })).body;
    expect(await form()).toMatchObject({ isClosed: true });
    await owner.act(id, 'change_day', { from_day: parisDay(349), to_day: parisDay(350) });
    expect(await form()).toMatchObject({ isClosed: false });
  });

  test('a signed day that its visitor gives up while it waits again is told of with its agreement, and with the deposit once the rest is confirmed', async () => {
    const [gone, kept] = [parisDay(351), parisDay(352)];
    const { id, change: manage } = await signed([gone, kept]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 39_800 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-30) });
    await change(id, { depositOn: parisDay(-1) });
    for (const step of ['cancel', 'reopen'] as const) await owner.act(id, step);
    await manage('give_up_day', { day: gone });
    const agreement = { isContract: true, signedOn: parisDay(-30) };
    const told = { action: 'visitor_gave_up', wasConfirmed: false, agreement };
    expect(await query('select private.change_detail($1) as mail', [id])).toMatchObject([{ mail: { change: told } }]);
    await owner.act(id, 'confirm', { dates: [kept] });
    expect((await endings(id)).own).toMatchObject([
      { isOwn: false, days: [gone], agreement: { depositCents: 11_940 } },
    ]);
    await owner.act(id, 'see_given_up');
    expect((await endings(id)).own).toEqual([]);
  });

  test('of several days for which a sum came, one that is called off is told of until that is noted, also under a new agreement', async () => {
    const days = [parisDay(341), parisDay(342)];
    const [kept, gone] = days;
    const { id } = await signed(days);
    await change(id, { priceCents: 39_800 });
    await mark(id, 'convention');
    await mark(id, 'convention', { step: 'signed' });
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    await owner.act(id, 'confirm', { dates: [kept] });
    const agreement = { isContract: false, signedOn: TODAY, paidOn: TODAY, paidCents: 39_800 };
    expect(await endings(id)).toMatchObject({ own: [{ isOwn: true, days: [gone], agreement }] });
    expect(await owner.read('day_file', { id })).toMatchObject({ calledOff: agreement, left: null });
    await change(id, { priceCents: 19_900 });
    await mark(id, 'convention', { print: 'abc1' });
    await mark(id, 'convention', { step: 'signed' });
    const [told] = (await endings(id)).own;
    expect(told).toMatchObject({ days: [gone] });
    expect(told).not.toHaveProperty('agreement.paidCents');
    await owner.act(id, 'see_given_up', { refunded_on: TODAY });
    expect((await endings(id)).own).toEqual([]);
  });

  test('a signed day that its visitor gives up after a deposit is told of until that is noted, and is no withdrawal', async () => {
    const gone = parisDay(343);
    const { id, change: manage } = await signed([gone, parisDay(344)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 39_800 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await change(id, { depositOn: parisDay(-1) });
    await manage('give_up_day', { day: gone });
    const agreement = { isContract: true, isPart: true, depositOn: parisDay(-1), depositCents: 11_940 };
    await owner.act(id, 'note', { note: 'Appelée' });
    const [told] = (await endings(id)).own;
    expect(told).toMatchObject({ isOwn: false, days: [gone], agreement });
    for (const one of ['withdrawalUntil', 'refundUntil']) expect(told).not.toHaveProperty(`agreement.${one}`);
    expect(await owner.read('day_file', { id })).toMatchObject({ left: agreement, calledOff: null });
    await owner.act(id, 'see_given_up');
    expect((await endings(id)).own).toEqual([]);
  });

  test('nothing is to be given back for a day that is called off before any sum came, nor for one that is confirmed again', async () => {
    const days = [parisDay(345), parisDay(346)];
    const [kept] = days;
    const { id } = await signed(days);
    await owner.act(id, 'confirm', { dates: [kept] });
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    expect((await endings(id)).own).toEqual([]);
    await owner.act(id, 'confirm', { dates: days });
    await owner.act(id, 'confirm', { dates: [kept] });
    expect((await endings(id)).own).toHaveLength(1);
    await owner.act(id, 'confirm', { dates: days });
    expect((await endings(id)).own).toEqual([]);
  });

  test('the deposit of a cancelled contrat is noted and taken back, at what it was', async () => {
    const { id } = await signed([parisDay(339)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await owner.act(id, 'cancel');
    const noted = { depositOn: parisDay(-1), depositCents: 5_970 };
    expect((await change(id, { depositOn: parisDay(-1) })).body).toMatchObject({ file: noted, calledOff: noted });
    expect((await change(id, { depositOn: null })).body).toMatchObject({ file: { depositOn: null } });
  });

  test.each(['deposit', 'whole price'])(
    'the %s of a signed agreement stays due until it is given back, whatever is reopened and cancelled since',
    async (sum) => {
      const { id, read: managed } = await signed([parisDay(341)]);
      await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
      await mark(id, 'convention', { step: 'signed', day: parisDay(-40) });
      if (sum === 'deposit') await change(id, { depositOn: parisDay(-1) });
      else await query('update public.reservations set paid_on = $2 where id = $1', [id, parisDay(-1)]);
      const heldCents = sum === 'deposit' ? 5_970 : 19_900;
      const agreement =
        sum === 'deposit'
          ? { depositOn: parisDay(-1), depositCents: heldCents }
          : { paidOn: parisDay(-1), paidCents: heldCents };
      const held = async () =>
        (await owner.read<{ request: { heldCents: number | null } }>('day_file', { id })).request;
      expect(await held()).toMatchObject({ heldCents: null, receivedCents: heldCents });
      for (const _ of ['once', 'again']) {
        await owner.act(id, 'cancel');
        expect((await endings(id)).own).toMatchObject([{ isOwn: true, agreement }]);
        expect(await owner.read('day_file', { id })).toMatchObject({ calledOff: agreement, request: { heldCents } });
        expect(await managed()).toMatchObject({ calledOff: { signedOn: parisDay(-40) } });
        await owner.act(id, 'reopen');
        expect((await endings(id)).own).toEqual([]);
        expect(await owner.read('request', { id })).toMatchObject({ request: { heldCents } });
      }
      await owner.act(id, 'cancel');
      await owner.act(id, 'see_given_up', { refunded_on: TODAY });
      for (const step of ['reopen', 'cancel'] as const) {
        await owner.act(id, step);
        expect((await endings(id)).own).toEqual([]);
        expect(await held()).toMatchObject({ heldCents: null });
      }
    },
  );

  test('what is settled of a day that was given up settles nothing of what is cancelled after it', async () => {
    const day = parisDay(341);
    const { id, change: manage } = await signed([day, parisDay(344)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 39_800 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await change(id, { depositOn: parisDay(-1) });
    await manage('give_up_day', { day });
    for (const step of ['see_given_up', 'cancel', 'reopen'] as const) await owner.act(id, step);
    expect(await owner.read('request', { id })).toMatchObject({ request: { heldCents: 11_940 } });
    await owner.act(id, 'cancel');
    expect((await endings(id)).own).toMatchObject([{ isOwn: true, agreement: { depositCents: 11_940 } }]);
  });

  test('who cancels a reopened reservation, and its owner, read of what is signed for its days, and of no day that was left out', async () => {
    const [day, leftOut] = [parisDay(342), parisDay(343)];
    const { id, change: manage } = await bookWithLink(backend(), [day, leftOut]);
    await owner.confirm(id, { dates: [day] });
    await change(id, { ...WHOLE, payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await change(id, { depositOn: parisDay(-1) });
    // The site has told nobody.
    await query('delete from private.outbox where ref = $1', [id]);
    await owner.act(id, 'cancel');
    await query('delete from private.outbox where ref = $1', [id]);
    await owner.act(id, 'reopen');
    await manage('cancel');
    const agreement = { signedOn: parisDay(-12), withdrawalUntil: expect.any(String) };
    const came = { ...agreement, depositCents: 5970, refundUntil: parisDay(14) };
    const details =
      'select private.cancellation_detail(r) as visitor, private.change_detail(r.id) as owner from public.reservations r where r.id = $1';
    expect(await query(details, [id])).toMatchObject([
      {
        visitor: { wereConfirmed: false, isForDays: true, agreement },
        owner: { leftDates: [leftOut], change: { confirmed: [], agreement: came } },
      },
    ]);
    expect((await endings(id)).own).toMatchObject([{ isOwn: false, agreement: came }]);
  });

  test('a deposit of a contrat that somebody else’s agreement has replaced can be noted again once its trainee pays alone again', async () => {
    const { id } = await signed([parisDay(340)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    for (const payer of ['agefice', 'self']) expect(await change(id, { payer })).toMatchObject({ status: 200 });
    const marks = (await owner.historyOf(id)).filter(({ action }) => action.startsWith('convention'));
    expect(marks.slice(-3).map(({ action, detail }) => [action, detail])).toEqual([
      ['convention_signed', { days: [parisDay(-12)], isContract: true }],
      ['convention_signed_undone', { isContract: true }],
      ['convention_signed', { days: [parisDay(-12)], isContract: true }],
    ]);
    expect(await change(id, { depositOn: parisDay(-2) })).toMatchObject(IMPOSSIBLE);
    for (const depositOn of [parisDay(-1), null, parisDay(-1)])
      expect((await change(id, { depositOn })).body).toMatchObject({ file: { depositOn } });
  });

  test('a signed agreement that another day, another price or another regime of VAT has made void is told of at once, until it is sent again', async () => {
    const [day, later] = [parisDay(334), parisDay(335)];
    const { id } = await signed([day]);
    const told = () => owner.concernsOf(id);
    expect(await told()).toEqual([]);
    await owner.act(id, 'change_day', { from_day: day, to_day: later });
    expect(await told()).toMatchObject([{ step: 'signature', days: [later], news: ['moved'], isContract: false }]);
    await mark(id, 'convention');
    expect(await told()).toEqual([]);
    await change(id, { priceCents: 19_900 });
    await mark(id, 'convention');
    await mark(id, 'convention', { step: 'signed' });
    expect(await told()).toEqual([]);
    await change(id, { priceCents: 15_005 });
    expect(await told()).toMatchObject([{ step: 'signature', days: [later], news: ['repriced'], isUnsent: true }]);
    await change(id, { priceCents: 19_900 });
    expect(await told()).toEqual([]);
    await query("update private.day_papers set vat = 'franchise' where ref = $1 and paper = 'convention'", [id]);
    await query("select private.set_vat('standard')");
    expect(await told()).toMatchObject([{ step: 'signature', news: ['taxed'] }]);
    // The regime of the day decides, not a later one.
    await query("insert into private.vat_regimes (until, vat) values ($1, 'standard')", [parisDay(340)]);
    await query("update private.settings set vat = 'franchise'");
    expect(await told()).toMatchObject([{ step: 'signature', news: ['taxed'] }]);
    await query('truncate private.vat_regimes');
    await query('select private.set_vat(null)');
  });

  test.each([true, false])(
    'the mail to who has cancelled says whether the signed agreement is for that day: %s',
    async (is) => {
      const [day, moved] = [parisDay(345), parisDay(346)];
      const { id, change: manage } = await signed([day]);
      if (!is) await owner.act(id, 'change_day', { from_day: day, to_day: moved });
      await manage('cancel');
      const detail = 'select private.cancellation_detail(r) as mail from public.reservations r where r.id = $1';
      expect(await query(detail, [id])).toMatchObject([{ mail: { agreement: { signedOn: TODAY }, isForDays: is } }]);
    },
  );

  test('an agreement that was signed for a day that was given up since is told of as such', async () => {
    const [day, left] = [parisDay(336), parisDay(337)];
    const { id, change: manage } = await signed([day, left]);
    await manage('give_up_day', { day });
    expect(await owner.concernsOf(id)).toMatchObject([{ step: 'signature', days: [left], news: ['dropped'] }]);
  });

  test.each([
    ['since some days', -3],
    ['with its hours', 0],
  ])(
    'a day that is over %s under a signed agreement needs no other one once the later days are cancelled',
    async (_, days) => {
      await query("select private.set_day_hours('00:00–00:00')");
      const [held, day, later] = [parisDay(days), parisDay(343), parisDay(344)];
      const { id, read: link } = await signed([day, later]);
      const move = (table: string) =>
        query(`update private.${table} set days = array_replace(days, $2, $3) where ref = $1`, [id, day, held]);
      await query('update public.reservation_dates set date = $3 where reservation_id = $1 and date = $2', [
        id,
        day,
        held,
      ]);
      await move('day_papers');
      await owner.act(id, 'cancel');
      expect(await owner.one(id)).toMatchObject({ confirmedDates: [held], newAgreement: null });
      expect(await link()).toMatchObject({ newAgreement: null, days: [{ inAgreement: true }, { confirmed: false }] });
      const { papers } = (await read(id)).file;
      expect(papers.find(({ paper }) => paper === 'convention')).toMatchObject({ isValid: true, signedOn: TODAY });
      const steps = "select step from private.deadlines($1) where request = $2 and step = 'signature'";
      expect(await query(steps, [TODAY, id])).toEqual([]);
      // Nor once another one has gone out.
      await mark(id, 'convention');
      expect(await query(steps, [TODAY, id])).toEqual([]);
      await owner.act(id, 'confirm', { dates: [held, later] });
      expect(await owner.one(id)).toMatchObject({ newAgreement: null });
      await query('select private.set_day_hours(null)');
    },
  );

  test('what a signed contrat asks for is paid and noted while one at another price is not signed, also once it is cancelled', async () => {
    const { id } = await signed([parisDay(341)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12), print: 'p1' });
    await change(id, { priceCents: 30_000 });
    await mark(id, 'convention', { day: parisDay(-5), print: 'p2' });
    await owner.act(id, 'cancel');
    await change(id, { cancelCents: 9_950 });
    expect(await change(id, { depositOn: TODAY })).toMatchObject({ body: { file: { depositCents: 5_970 } } });
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    expect((await owner.one(id)).followUp).toMatchObject({ paid: TODAY });
  });

  test('an invoice is sent under a signed contrat, while one at another price is not signed', async () => {
    const day = parisDay(-2);
    const { id } = await signed([parisDay(342)]);
    await change(id, { payer: 'self', priceCents: 19_900 });
    await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, day]);
    await mark(id, 'convention', { step: 'signed', day: parisDay(-30), print: 'p1' });
    await change(id, { priceCents: 10_000 });
    await mark(id, 'convention', { day: parisDay(-3), print: 'p2' });
    await change(id, { kept: half(day) });
    const unsent = "select papers from private.deadlines($1) where request = $2 and step = 'file'";
    expect(await query(unsent, [TODAY, id])).toMatchObject([{ papers: expect.arrayContaining(['facture']) }]);
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

const ANSWERS = { objectives: 5, content: 4, trainer: 5, organisation: 3, overall: 5 };

export function describeDayFileLinks(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const { query, moveDays, changesOf, reset, switchOff, act, claimed, sent, settle } = visitorMailsOf(backend);
  beforeEach(reset);
  afterEach(() => query('update private.settings set manage_per_address = default, manage_changes_per_day = default'));
  afterAll(switchOff);
  const call = (
    name: 'day_file' | 'fill_day_file' | 'answer',
    { from = anyAddress(), ...args }: { from?: string; [key: string]: unknown },
  ) => visitor(backend(), from).post(`rpc/manage_${name}`, args);
  const booked = () => bookWithLink(backend(), [parisDay(50)]);
  const opened = async (secret: string) => (await call('day_file', { secret })).body as ManagedDayFile;

  test('the link fills in, shows which facts are given, and of these only who is said to pay', async () => {
    const { id, secret } = await booked();
    expect(await opened(secret)).toEqual({
      version: 1,
      given: [],
      foreign: [],
      payer: null,
      isClosed: false,
      mayAnswer: false,
      hasAnswered: false,
    });
    const changes = { ...WHOLE, payer: 'company', payerName: 'شركة السلام' };
    const { body } = await call('fill_day_file', { secret, version: 1, changes });
    expect(body).toMatchObject({ version: 2, payer: 'company', given: expect.arrayContaining(Object.keys(changes)) });
    expect(JSON.stringify(body)).not.toContain('Lilas');
    expect(await owner.read('day_file', { id })).toMatchObject({
      file: { ...changes, filledAt: expect.any(String), isNew: true },
    });
    expect(await changesOf(id)).toEqual([{ who: 'visitor', action: 'visitor_filled', detail: null }]);
  });

  test('a confirmation asks for what the agreement still lacks until it has gone out, names the contrat of who pays alone, and has the status', async () => {
    const day = parisDay(50);
    const { id } = await bookWithLink(backend(), [day]);
    const told = async (name: string, args: object) => {
      await act(id, name, args);
      const mail = await claimed();
      await sent(mail?.id);
      return [mail?.detail.lacks, mail?.detail.isContract, mail?.detail.status];
    };
    const moved = (from: number) => ({ from_day: parisDay(from), to_day: parisDay(from + 1) });
    await settle();
    expect(await told('confirm', { dates: null })).toEqual([['address', 'payer'], null, null]);
    await owner.read('change_day_file', { id, version: 1, changes: { address: WHOLE.address, payer: 'agefice' } });
    expect(await told('change_day', moved(50))).toEqual([['siren'], false, null]);
    await owner.read('change_day_file', { id, version: 2, changes: { siren: WHOLE.siren } });
    expect(await told('change_day', moved(51))).toEqual([[], false, null]);
    await owner.read('change_day_file', { id, version: 3, changes: { ...WHOLE, payer: 'self' } });
    await owner.read('mark_paper', { id, version: 4, paper: 'convention', step: 'sent', day: TODAY });
    await owner.read('change_day_file', { id, version: 5, changes: { address: null } });
    expect(await told('change_day', moved(52))).toEqual([null, true, WHOLE.status]);
  });

  test.each([
    ['a price', { priceCents: 0 }],
    ['the times of the day', { kept: half(TODAY) }],
    ['the results', { results: [] }],
    ['the tick in the agreement', { expressRequestOn: TODAY }],
    ['a column', { filled_at: '2026-01-01' }],
    ['a text four times too long', { address: 'a'.repeat(1200) }],
    ['a SIREN that is none', { siren: '123456789' }],
  ])('the link cannot fill in %s', async (_, changes) => {
    const { secret } = await booked();
    expect(await call('fill_day_file', { secret, version: 1, changes })).toMatchObject(REFUSED);
    expect(await opened(secret)).toMatchObject({ version: 1, given: [] });
  });

  test('a wrong secret, one of another reservation’s version, or none opens and changes nothing', async () => {
    const { secret } = await booked();
    const changes = { address: WHOLE.address };
    expect((await call('fill_day_file', { secret: anySecret(), version: 1, changes })).body).toBeNull();
    expect((await call('day_file', { secret: '' })).body).toBeNull();
    expect((await call('answer', { secret: anySecret(), answers: ANSWERS })).body).toBeNull();
    const stale = await call('fill_day_file', { secret, version: 7, changes });
    expect(stale).toMatchObject(OUTDATED);
    expect(detailsOf(stale)).toEqual(await opened(secret));
  });

  test('of two devices that fill it in at once, one stores its facts and the other is told how the file is now', async () => {
    const { secret } = await booked();
    const fill = (changes: object) => call('fill_day_file', { secret, version: 1, changes });
    const answers = await Promise.all([fill({ address: WHOLE.address }), fill({ siren: WHOLE.siren })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(detailsOf)).toEqual([await opened(secret)]);
  });

  test('the link tells which of the given addresses may be abroad, and no more of them', async () => {
    const { secret } = await booked();
    const { version } = await opened(secret);
    const payerAddress = '12 Baker Street, London NW1 6XE, Royaume-Uni';
    await call('fill_day_file', { secret, version, changes: { ...WHOLE, payer: 'company', payerAddress } });
    const read = await opened(secret);
    expect(read).toMatchObject({ foreign: ['payerAddress'] });
    expect(JSON.stringify(read)).not.toContain('Baker');
  });

  test('a stored status goes when its visitor chooses a payer who cannot pay for it, and stays with any other', async () => {
    const { id, secret } = await booked();
    const fill = async (changes: object) => {
      const { version } = await opened(secret);
      await call('fill_day_file', { secret, version, changes });
      return (await owner.read<{ file: object }>('day_file', { id })).file;
    };
    for (const payer of ['opco', 'company', 'self', 'other'])
      expect(await fill({ payer, ...(payer === 'opco' && { status: 'employee' }) })).toMatchObject({
        status: 'employee',
      });
    expect(await fill({ payer: 'fifpl' })).toMatchObject({ payer: 'fifpl', status: null });
    expect(await opened(secret)).not.toMatchObject({ given: expect.arrayContaining(['status']) });
    expect(await fill({ status: 'independent' })).toMatchObject({ status: 'independent' });
    expect(await fill({ payer: 'agefice' })).toMatchObject({ status: 'independent' });
    expect(await fill({ payer: 'opco' })).toMatchObject({ status: null });
  });

  const withConventionSent = async (payer = 'self') => {
    const { id, secret } = await booked();
    await owner.confirm(id);
    const { version } = await owner.one(id);
    const { file } = await owner.read<Own>('day_file', { id });
    await owner.read('change_day_file', { id, version: file.version, changes: { ...WHOLE, payer } });
    await owner.read('follow_up', { id, version, step: 'convention_sent', day: TODAY });
    return { id, secret };
  };

  test('once the convention has gone out, only the owner changes what the visitor gave', async () => {
    const { secret } = await withConventionSent();
    expect(await opened(secret)).toMatchObject({ isClosed: true });
    const late = await call('fill_day_file', { secret, version: 1, changes: { address: WHOLE.address } });
    expect(late).toMatchObject(IMPOSSIBLE);
  });

  test.each(['self', 'agefice'])('once %s is to sign anew, the link opens again, but for no other', async (payer) => {
    const { id, secret } = await withConventionSent(payer);
    await owner.act(id, 'change_day', { from_day: parisDay(50), to_day: parisDay(51) });
    const now = await opened(secret);
    expect(now).toMatchObject({ isClosed: false });
    const fill = (changes: object) => call('fill_day_file', { secret, version: now.version, changes });
    expect(await fill({ payer: 'company', payerName: 'A' })).toMatchObject(IMPOSSIBLE);
    expect(await fill({ payer, address: '4 rue des Lilas, Rennes' })).toMatchObject({ status: 200 });
  });

  test('the questionnaire is answered from the last confirmed day on, four months long, and once: a forwarded link changes no answer', async () => {
    const confirmedOn = async (day: string, ...further: string[]) => {
      const { id, secret } = await booked();
      await owner.confirm(id);
      await moveDays(id, day);
      const add = 'insert into public.reservation_dates (reservation_id, date, confirmed) values ($1, $2, true)';
      for (const date of further) await query(add, [id, date]);
      return { id, secret };
    };
    const { secret: early } = await confirmedOn(parisDay(1));
    expect(await call('answer', { secret: early, answers: ANSWERS })).toMatchObject(IMPOSSIBLE);
    const { secret: between } = await confirmedOn(parisDay(-1), parisDay(2));
    expect(await call('answer', { secret: between, answers: ANSWERS })).toMatchObject(IMPOSSIBLE);
    const { id, secret } = await confirmedOn(parisDay(-120));
    const answers = { ...ANSWERS, remark: 'Trop rapide.' };
    expect((await call('answer', { secret, answers })).body).toMatchObject({ hasAnswered: true });
    expect(await call('answer', { secret, answers: { ...answers, overall: 1 } })).toMatchObject(IMPOSSIBLE);
    expect(await owner.read('day_file', { id })).toMatchObject({ file: { feedback: answers } });
    const { secret: late } = await confirmedOn(parisDay(-121));
    expect((await call('answer', { secret: late, answers: ANSWERS })).body).toBeNull();
  });

  test.each([
    ['a score of 6', { ...ANSWERS, overall: 6 }],
    ['a score in words', { ...ANSWERS, overall: '5' }],
    ['no score', {}],
    ['a further answer', { ...ANSWERS, more: 5 }],
    ['a remark of 2001 characters', { ...ANSWERS, remark: 'a'.repeat(2001) }],
    ['no object', 'a'],
  ])('%s is no answer', async (_, answers) => {
    const { id, secret } = await bookWithLink(backend(), [TODAY]);
    await owner.confirm(id);
    expect(await call('answer', { secret, answers })).toMatchObject(REFUSED);
    expect(await opened(secret)).toMatchObject({ hasAnswered: false });
  });
}
