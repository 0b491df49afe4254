// Run by backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import { CONVOCATION_DAYS_BEFORE, HALVES } from '@site/contract/day-papers';
import { addDays, firstDayAhead } from '@site/contract/today';
import type { TrainingYear } from '@site/contract/training-year';
import type { TestBackend } from '../support/backend';
import { times } from '../support/cases';
import { ownerCalls } from '../support/owner';
import { parisDay } from '../support/rows';

const ANSWERS = { objectives: 5, content: 4, trainer: 5, organisation: 3, overall: 5 };

interface Booking {
  readonly days: readonly string[];
  /** Columns of the reservation and of its file. */
  readonly request?: Readonly<Record<string, unknown>>;
  readonly file?: Readonly<Record<string, unknown>>;
  /** Papers that have gone out and come back signed: those of before the day, where nothing else is said. */
  readonly done?: readonly string[];
  readonly signedOn?: string;
}

/** The halves of these days as noted: from nine to half past twelve, or absences. */
const heldOn = (days: readonly string[], from: string | null = '09:00') =>
  JSON.stringify(days.flatMap((date) => HALVES.map((half) => ({ date, half, from, to: from && '12:30' }))));

/** The yearly sums, the means of questionnaires, and the dates that the law or a fund sets. */
export function describeTrainingYear(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const owner = ownerCalls(backend);
  const dueIn = (everybody: number | null, professionals: number | null, deposit = false) =>
    query('select private.set_due_days($1, $2, $3)', [everybody, professionals, deposit]);
  beforeEach(() => query('truncate public.reservations, private.outbox cascade'));
  const setHours = (hours: string | null) => query('select private.set_day_hours($1)', [hours]);
  /** Whatever the time is. */
  const OVER = '00:00–00:00';
  afterEach(() => dueIn(null, null));
  afterEach(() => setHours(null));
  afterAll(() => query('update private.settings set reported_year = null'));

  const insert = async (table: string, row: object) => {
    const columns = Object.keys(row);
    const places = columns.map((_, at) => `$${at + 1}`);
    const text = `insert into ${table} (${columns.join()}) values (${places.join()}) returning *`;
    const [stored] = await query<{ id: string }>(text, Object.values(row));
    return stored?.id ?? '';
  };
  /** A sheet that went out blank, and is not signed. */
  const BLANK = 'blank_sheet';
  const AGREED = ['convention', 'convocation'];
  const BEFORE = [...AGREED, BLANK];
  const CERTIFIED = ['certificat', 'attestation'];
  const BEGUN = [...CERTIFIED, 'facture'];
  const AFTER = ['emargement', ...BEGUN];
  const add = async ({ days, request = {}, file = {}, done = BEFORE, signedOn: on = '2026-11-01' }: Booking) => {
    const row = { name: 'Zoé Roy', email: 'zoe@exemple.fr', status: 'confirmee', ...request };
    const id = await insert('public.reservations', row);
    for (const date of days) {
      await insert('public.reservation_dates', { reservation_id: id, date, confirmed: true });
    }
    await insert('private.day_files', { ref: id, ...file });
    for (const paper of done) {
      const marks = paper === BLANK ? { paper: 'emargement' } : { paper, signed_on: on };
      await insert('private.day_papers', { ref: id, sent_on: on, days, ...marks });
    }
    return id;
  };
  /** A request with AGEFICE that waits for an answer. */
  const ask = async (days: readonly string[], request: object = {}) => {
    const row = { name: 'Zoé Roy', email: 'zoe@exemple.fr', is_agefice: true, ...request };
    const id = await insert('public.reservations', row);
    for (const date of days) await insert('public.reservation_dates', { reservation_id: id, date });
    return id;
  };
  const near = (day: string) =>
    query<{ step: string; due: string | null }>('select step, due::text from private.deadlines($1)', [day]);
  const unsentOn = async (day: string) =>
    (await query<{ papers: string[] }>("select papers from private.deadlines($1) where step = 'file'", [day]))[0]
      ?.papers;
  const YEAR = Number(parisDay().slice(0, 4));
  const read = (year: number) => owner.read<TrainingYear>('training_year', { year });
  const concerns = async () => (await owner.read<{ concerns: readonly object[] }>('today')).concerns;

  const DAY = '2031-08-31';
  const SELF = { payer: 'self' };
  const OPCO = { payer: 'opco' };
  const AGEFICE = { payer: 'agefice' };
  const KEPT = heldOn([DAY], null);
  const [MORNING, ABSENCE] = [JSON.parse(heldOn([DAY]))[0], JSON.parse(KEPT)[1]];
  const HOURS = { kept: JSON.stringify([MORNING, ABSENCE]) };
  const UNSIGNED = { done: ['convocation', BLANK] };
  const SIGNED = { signedOn: '2031-08-01' };
  const SIGNED_LATE = { signedOn: '2031-08-28' };
  const PAID = { request: { paid_on: '2031-08-02' } };
  const SENT = { done: [...AGREED, ...AFTER] };
  const DONE = { ...PAID, ...SENT };
  const UNAGREED = { ...PAID, done: ['convocation', ...AFTER] };
  const FILED = { ...AGEFICE, funding_filed_on: '2031-08-01' };
  const NOTED = { ...FILED, ...HOURS };
  const ASKED = { request: { is_agefice: true } };
  const MISSED = { kept: KEPT, followed_cents: 0 };
  const FORFEIT = { ...MISSED, cancel_cents: 9_950 };
  const REDUCED = { ...SELF, kept: KEPT, price_cents: 2, followed_cents: 1 };
  type Near = [what: string, today: string, expected: string, file?: Booking['file'], more?: Partial<Booking>];
  test.each<Near>([
    ['an unsigned contrat, 22 days before its day', '2031-08-09', '', SELF, UNSIGNED],
    ['an unsigned contrat, three weeks before', '2031-08-10', `signature ${DAY}`, SELF, UNSIGNED],
    ['an unsigned convention, three weeks before', '2031-08-10', `signature ${DAY}`, OPCO, UNSIGNED],
    ['an unsigned convention whose payer is unknown', '2031-08-10', `signature ${DAY}`, {}, UNSIGNED],
    ['an unsigned contrat free of charge', '2031-08-10', '', { ...SELF, price_cents: 0 }, UNSIGNED],
    ['an unsigned contrat that somebody paid', '2031-08-10', `signature ${DAY}`, SELF, { ...PAID, ...UNSIGNED }],
    ['the same, after its day', '2031-09-01', '', { ...SELF, kept: KEPT }, { ...PAID, ...UNSIGNED }],
    ['an unsigned contrat, on the day after', '2031-09-01', `signature ${DAY}`, { ...SELF, kept: KEPT }, UNSIGNED],
    ['an unsigned contrat of which nothing is due', '2031-09-01', '', { ...SELF, ...MISSED }, UNSIGNED],
    ['an unsigned contrat with a forfeit', '2031-09-01', `signature ${DAY}`, { ...SELF, ...FORFEIT }, UNSIGNED],
    ['a day, on the day after', '2031-09-01', `kept ${DAY}`, OPCO],
    ['a day that is paid, a month after', '2031-09-30', `kept ${DAY}`, {}, PAID],
    ['a day whose hours are missing, over four months after', '2032-01-01', `kept ${DAY}`],
    ['a day whose hours are missing, over two years after', '2033-09-01', ''],
    ['a day of which one half is noted', '2031-09-01', `kept ${DAY}`, { kept: JSON.stringify([ABSENCE]) }],
    ['a day, over a month after, whose papers have not gone out', '2031-10-01', `file ${DAY}`, HOURS],
    ['a day whose hours are noted, without an invoice', '2031-09-01', `file ${DAY}`, { kept: KEPT }],
    ['a day that cost nothing and that nobody came to', '2031-09-01', '', { kept: KEPT, price_cents: 0 }],
    ['a contrat, on the last of its ten days', '2031-08-11', '', SELF, SIGNED],
    ['a contrat, on its first payable day', '2031-08-12', 'payable 2031-08-12', SELF, SIGNED],
    ['a contrat, until its day', DAY, 'payable 2031-08-12', SELF, SIGNED],
    ['a contrat, from the next day on', '2031-09-01', 'invoice', { ...SELF, ...HOURS }, { ...SIGNED, ...SENT }],
    ['a contrat that was paid too early', '2031-08-12', 'payable 2031-08-12', SELF, { ...SIGNED, ...PAID }],
    ['a contrat whose deposit came', '2031-08-12', '', { ...SELF, deposit_on: '2031-08-12' }, SIGNED],
    ['a contrat that is paid', '2031-08-12', '', SELF, { ...SIGNED, request: { paid_on: '2031-08-12' } }],
    ['a contrat of a week, before all is due', '2031-09-21', `file ${DAY}, payable 2031-09-08`, REDUCED, SIGNED_LATE],
    ['a contrat of a week, once all is due', '2031-09-22', `file ${DAY}`, REDUCED, SIGNED_LATE],
    ['a contrat with a forfeit', '2031-09-08', `file ${DAY}`, { ...SELF, ...FORFEIT }, SIGNED_LATE],
    ['a convention that is signed', '2031-08-12', '', {}, SIGNED],
    ['a file of AGEFICE, 23 days before its day', '2031-08-08', '', {}, ASKED],
    ['a file of AGEFICE, 22 days before its day', '2031-08-09', 'funding 2031-08-16', AGEFICE],
    ['a file of AGEFICE that has gone to the fund', '2031-08-16', '', FILED],
    ['a file of AGEFICE that is late', DAY, 'funding 2031-08-16', {}, ASKED],
    ['a file of another fund', '2031-08-16', '', { payer: 'fifpl' }, ASKED],
    ['a file that never went, unpaid', '2031-12-31', `file ${DAY}, funding 2031-08-16`, { ...AGEFICE, ...HOURS }],
    ['a file that never went, paid', '2031-12-01', `file ${DAY}, funding 2031-08-16`, { ...AGEFICE, ...HOURS }, PAID],
    ['a file that is too late to go', '2032-01-01', 'funding 2031-08-16', { ...AGEFICE, ...HOURS }, DONE],
    ['a day of AGEFICE with a forfeit', '2031-09-01', `file ${DAY}`, { ...AGEFICE, ...FORFEIT }],
    ['a day of AGEFICE, not noted', '2031-10-31', `kept ${DAY}, reimbursement 2031-12-31`, FILED],
    ['a day of AGEFICE that is paid, from the next day on', '2031-09-01', 'reimbursement 2031-12-31', NOTED, DONE],
    ['a day of AGEFICE that was dropped', '2031-12-31', '', { ...AGEFICE, ...HOURS, funding_dropped_on: DAY }, DONE],
    ['a day of AGEFICE, on the last day', '2031-12-31', `file ${DAY}, reimbursement 2031-12-31`, NOTED],
    ['a day of AGEFICE that was asked for', '2031-12-31', '', { ...NOTED, reimbursement_asked_on: DAY }, DONE],
    ['a day of AGEFICE that nobody has paid', '2031-12-31', 'reimbursement 2031-12-31, invoice', NOTED, SENT],
    ['a day of AGEFICE, after its last day', '2032-02-01', 'reimbursement 2031-12-31', NOTED, DONE],
    ['a day that another fund pays', '2031-12-01', `file ${DAY}`, { payer: 'fifpl', ...HOURS }, ASKED],
    ['a convention, all but signed', '2032-02-01', `signature ${DAY}`, { payer: 'other', ...HOURS }, UNAGREED],
    ['an undesired request', '2031-12-01', '', {}, { request: { is_agefice: true, is_spam: true } }],
    ['the report of a year, in March', '2032-03-31', '', HOURS, DONE],
    ['the report of a year, from April on', '2032-04-01', 'report 2032-04-30', HOURS, DONE],
    ['the report of a year, in March of the next year', '2033-03-31', 'report 2032-04-30', HOURS, DONE],
    ['the report of a year without days', '2033-04-15', '', HOURS, DONE],
  ])('the near dates of %s are as expected where contrats ask for a deposit', async (...row) => {
    const [, today, expected, file = {}, more] = row;
    await dueIn(null, null, true);
    await add({ days: [DAY], file, ...more });
    const dueSteps = (await near(today)).map(({ step, due }) => (due === null ? step : `${step} ${due}`));
    expect(dueSteps.join(', ')).toBe(expected);
  });

  test('without a deposit, nothing of a contrat is awaited after its ten days, and what was paid within them is told', async () => {
    const id = await add({ days: [DAY], file: SELF, ...SIGNED });
    expect(await near('2031-08-12')).toEqual([]);
    await query("update public.reservations set paid_on = '2031-08-11' where id = $1", [id]);
    expect(await near('2031-08-12')).toMatchObject([{ step: 'payable', due: '2031-08-12' }]);
    expect(await query("select news from private.deadlines('2031-08-12')")).toEqual([{ news: ['early'] }]);
  });

  const TAUGHT = { ...SELF, kept: KEPT, deposit_on: DAY };
  const WHOLE = { address: '3 rue des Lilas', prior_level: 'Débutante' };
  const COMPANY = { ...TAUGHT, payer: 'company' };
  const INVOICED = { done: [...AGREED, ...BEGUN], signedOn: '2031-09-01' };
  test.each<
    [what: string, today: string, due: string | null | undefined, file: Booking['file'], more?: Partial<Booking>]
  >([
    ['of a company, eight days before it is due', '2031-09-22', undefined, COMPANY],
    ['of a company, a week before it is due', '2031-09-23', '2031-09-30', COMPANY],
    ['of a company, over a year late', '2033-01-01', '2031-09-30', COMPANY],
    ['of a company, once it is paid', '2031-09-30', undefined, COMPANY, PAID],
    ['of a company, late, which has not gone out', '2033-01-01', undefined, COMPANY, { done: AGREED }],
    ['of an independent', '2031-09-23', '2031-09-30', { ...TAUGHT, payer: null, status: 'independent' }],
    ['of an independent with a contrat', '2031-09-23', '2031-09-30', { ...TAUGHT, status: 'independent' }],
    ['of a private person, which has not gone out', '2031-09-30', undefined, TAUGHT, { done: AGREED }],
    ['of a private person, on the last of the ten days of the contrat', '2031-09-11', undefined, TAUGHT],
    ['of a private person, once the ten days of the contrat are over', '2031-09-12', null, TAUGHT],
    ['without a signed contrat', '2031-09-09', undefined, TAUGHT, { done: BEGUN }],
    ['of a day that cost nothing', '2031-09-30', undefined, { ...TAUGHT, ...OPCO, price_cents: 0 }],
  ])('an invoice that nobody has paid is told of: %s', async (...row) => {
    const [, today, due, file = {}, more] = row;
    await dueIn(null, 30);
    await add({ days: [DAY], ...INVOICED, file, ...more });
    expect((await near(today)).find(({ step }) => step === 'invoice')?.due).toEqual(due);
  });

  test.each<[what: string, today: string, file: Booking['file'], news: readonly string[] | undefined]>([
    ['until it would be due', '2031-09-30', {}, []],
    ['late, from then on', '2031-10-01', {}, ['late_invoice']],
    ['late, over a year after', '2033-01-01', {}, ['late_invoice']],
    ['over four months after, where nothing says when it is due', '2032-01-01', { payer: 'other' }, []],
  ])('an invoice that has not gone out is to be sent: %s', async (_, today, changed, news) => {
    await dueIn(null, 30);
    const done = [...AGREED, 'emargement', ...CERTIFIED];
    await add({ days: [DAY], file: { ...COMPANY, ...changed }, done });
    const text = 'select step, papers, news from private.deadlines($1)';
    const [file, ...others] = await query<{ step: string }>(text, [today]);
    expect(file).toEqual(news && { step: 'file', papers: ['facture'], news });
    expect(others.filter(({ step }) => step !== 'report')).toEqual([]);
  });

  type Evening = [what: string, before: string, after: string, file?: Booking['file'], more?: Partial<Booking>];
  test.each<Evening>([
    ['whose hours are not noted', '', `kept ${DAY}`, OPCO],
    ['whose hours were noted as it ended early', '', `file ${DAY}`, HOURS],
    ['without a signed contrat', `signature ${DAY}`, `kept ${DAY}, signature ${DAY}`, SELF, UNSIGNED],
    ['paid without a contrat', `signature ${DAY}`, '', { ...SELF, kept: KEPT }, { ...PAID, ...UNSIGNED }],
    ['of AGEFICE that is paid', '', 'reimbursement 2031-12-31', NOTED, DONE],
    ['whose deposit may come until midnight', 'payable 2031-08-12', `kept ${DAY}, payable 2031-08-12`, SELF, SIGNED],
    ['whose file is late', 'funding 2031-08-16', `kept ${DAY}, funding 2031-08-16`, AGEFICE],
  ])('the end of its hours ends a day %s', async (_, before, after, file = {}, more) => {
    await dueIn(null, null, true);
    await add({ days: [DAY], file, ...more });
    const steps = async () => (await near(DAY)).map(({ step, due }) => `${step} ${due}`).join(', ');
    expect(await steps()).toBe(before);
    await setHours(OVER);
    expect(await steps()).toBe(after);
  });

  const [SHORT, LONG] = ['09:00–17:30', '10:00–18:30'];
  test.each([
    ['in the night before', SHORT, '2031-08-31T00:30+02:00', '2031-08-31'],
    ['between its halves', SHORT, '2031-08-31T12:45+02:00', '2031-08-31'],
    ['a minute before its end', SHORT, '2031-08-31T17:29+02:00', '2031-08-31'],
    ['at its end', SHORT, '2031-08-31T17:30+02:00', '2031-09-01'],
    ['whose hours were moved, at the former end', LONG, '2031-08-31T17:30+02:00', '2031-08-31'],
    ['whose hours were moved, at the new end', LONG, '2031-08-31T18:30+02:00', '2031-09-01'],
    ['just before midnight', SHORT, '2031-08-31T23:59+02:00', '2031-09-01'],
    ['after midnight, before the mail of the morning', SHORT, '2031-09-01T00:01+02:00', '2031-09-01'],
    ['of half a day', '09:00–12:30', '2031-08-31T12:30+02:00', '2031-09-01'],
    ['on which summer time begins, before its end', SHORT, '2031-03-30T17:29+02:00', '2031-03-30'],
    ['on which summer time begins, at its end', SHORT, '2031-03-30T17:30+02:00', '2031-03-31'],
    ['on which summer time ends, before its end', SHORT, '2031-10-26T17:29+01:00', '2031-10-26'],
    ['on which summer time ends, at its end', SHORT, '2031-10-26T17:30+01:00', '2031-10-27'],
  ])('the database and the browser agree on the first day to come %s', async (_, hours, at, expected) => {
    await setHours(hours);
    const [row] = await query('select private.first_day_ahead($1)::text as first', [at]);
    expect([row, firstDayAhead({ to: hours.slice(-5) }, new Date(at))]).toEqual([{ first: expected }, expected]);
  });

  test('in the evening, « Aujourd’hui » asks for the hours of the day in place of announcing it', async () => {
    const day = parisDay();
    await add({ days: [day, parisDay(1)] });
    const read = async () => {
      const { next, concerns } = await owner.read<{ next: readonly object[]; concerns: readonly object[] }>('today');
      return { next, kept: concerns.filter((one) => 'step' in one && one.step === 'kept') };
    };
    expect(await read()).toMatchObject({ next: [{ date: day }, { date: parisDay(1) }], kept: [] });
    await setHours(OVER);
    expect(await read()).toMatchObject({ next: [{ date: parisDay(1) }], kept: [{ due: day, days: [day] }] });
  });

  test('the evening of a day prepares no paper for it any more', async () => {
    const day = parisDay();
    const id = await add({ days: [day], done: ['convention'] });
    const asked = await ask([day]);
    const waits = async () =>
      (await query('select from private.deadlines($1) where request = $2', [day, asked])).length;
    expect(await waits()).toBe(1);
    const next = async () => (await owner.read<{ next: readonly { date: string }[] }>('today')).next;
    expect(await unsentOn(day)).toEqual(['convocation', 'blank_sheet']);
    expect(await next()).toMatchObject([{ date: day }]);
    await setHours(OVER);
    expect(await unsentOn(day)).toBeUndefined();
    expect(await waits()).toBe(0);
    expect(await next()).toEqual([]);
    await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, parisDay(1)]);
    await query('update private.day_papers set days = $2 where ref = $1', [id, [parisDay(1)]]);
    expect(await unsentOn(day)).toEqual(['convocation', 'blank_sheet']);
  });

  test('what is to go out before the days names those that are ahead, and after them all', async () => {
    const days = [parisDay(), parisDay(1)];
    await add({ days, done: ['convention'], file: { kept: heldOn(days) } });
    const named = (today: string) =>
      query<{ step: string; days: string[] }>('select step, days::text[] from private.deadlines($1)', [today]);
    expect(await named(parisDay())).toContainEqual({ step: 'file', days });
    await setHours(OVER);
    expect(await named(parisDay())).toContainEqual({ step: 'file', days: days.slice(1) });
    await setHours(null);
    expect(await named(parisDay(2))).toContainEqual({ step: 'file', days });
  });

  test.each([
    ['2031-08-20', '2031-09-01', true],
    ['2031-08-28', '2031-09-07', false],
    ['2031-08-28', '2031-09-08', true],
  ])('the invoice of a contrat signed on %s is to be sent on %s: %s', async (signedOn, today, isDue) => {
    await add({ days: [DAY], file: { ...SELF, kept: KEPT }, signedOn });
    expect((await unsentOn(today)) ?? []).toEqual(isDue ? ['facture'] : []);
  });

  test.each([true, false])('a contrat that is signed keeps what it says of a deposit: %s', async (asks) => {
    await dueIn(null, null, asks);
    const id = await add({ days: [parisDay(60)], file: { payer: 'self', ...WHOLE }, done: [] });
    const { file } = await owner.read<{ file: { version: number } }>('day_file', { id });
    const mark = { id, version: file.version, paper: 'convention', step: 'signed', day: parisDay() };
    await owner.read('mark_paper', mark);
    await dueIn(null, null, !asks);
    const dayFile = await owner.read<{ file: { papers: readonly object[] } }>('day_file', { id });
    expect(dayFile.file.papers).toContainEqual(expect.objectContaining({ paper: 'convention', deposit: asks }));
    expect((await near(parisDay(11))).some(({ step }) => step === 'payable')).toBe(asks);
  });

  test.each([{ price_cents: 0 }, MISSED])(
    'where nothing is due, as with %j, neither AGEFICE nor a payment is told',
    async (nothing) => {
      await dueIn(null, null, true);
      for (const file of [AGEFICE, FILED, SELF]) await add({ days: [DAY], file: { ...file, ...nothing }, ...SIGNED });
      for (const today of ['2031-08-11', '2031-08-20', '2031-12-20', '2032-01-10'])
        expect((await near(today)).filter(({ step }) => !['kept', 'file', 'report'].includes(step))).toEqual([]);
    },
  );

  test('a request that waits for an answer, and costs nothing, has no file for the fund', async () => {
    const id = await ask([parisDay(20)]);
    const steps = async () => (await near(parisDay())).map(({ step }) => step);
    expect(await steps()).toEqual(['funding']);
    await insert('private.day_files', { ref: id, price_cents: 0 });
    expect(await steps()).toEqual([]);
  });

  test('an invoice is due when the signed agreement says so, whatever the site says since', async () => {
    await dueIn(10, null);
    await add({ days: [DAY], file: TAUGHT, done: [...AGREED, ...BEGUN] });
    const due = async () => (await near('2031-09-15')).find(({ step }) => step === 'invoice')?.due;
    expect(await due()).toBe('2031-09-10');
    const texts = (days: number | null) =>
      query('update private.day_papers set agreed_texts = $1', [{ due_days: days, professional_due_days: 5 }]);
    await texts(20);
    expect(await due()).toBe('2031-09-20');
    await texts(null);
    expect(await due()).toBeNull();
  });

  test('the invoice of a contrat whose ten days contain its day is due fifteen days after them at the earliest', async () => {
    await dueIn(10, null);
    await add({ days: [DAY], file: TAUGHT, done: [...AGREED, ...BEGUN], signedOn: '2031-08-25' });
    expect(await near('2031-09-12')).toContainEqual({ step: 'invoice', due: '2031-09-19' });
  });

  test('the file of AGEFICE for several days is due for the next one that it is not too late for, otherwise for the last', async () => {
    const days = ['2031-08-20', '2031-08-31'];
    await add({ days, file: { ...AGEFICE, kept: KEPT } });
    const due = async (today: string) => (await near(today)).find(({ step }) => step === 'funding')?.due;
    expect(await due('2031-08-05')).toBe('2031-08-05');
    expect(await due('2031-08-06')).toBe('2031-08-16');
    expect(await due('2031-08-17')).toBe('2031-08-16');
  });

  const HELD = '2031-09-01';
  test.each<[what: string, today: string, unsent?: readonly string[], file?: Booking['file'], more?: Partial<Booking>]>(
    [
      ['eight days before it', addDays(DAY, -CONVOCATION_DAYS_BEFORE - 1)],
      ['a week before it', addDays(DAY, -CONVOCATION_DAYS_BEFORE), ['convocation', BLANK]],
      ['on it', DAY, ['convocation', BLANK]],
      ['on it, its sheet sent blank', DAY, ['convocation'], {}, { done: [BLANK] }],
      ['after it, its sheet sent blank', HELD, AFTER, HOURS, { done: [BLANK] }],
      ['the day after it', HELD],
      ['after it, once its hours are noted', HELD, AFTER, HOURS],
      ['after it, its sheet signed', HELD, BEGUN, HOURS, { done: ['emargement'] }],
      ['after it, when nobody came', HELD, ['facture'], { kept: KEPT }],
      ['after it, without a signed contrat', HELD, ['emargement', ...CERTIFIED], { ...SELF, ...HOURS }],
      ['after it, when it is paid', HELD, ['facture'], { kept: KEPT }, PAID],
      ['after it, when it is paid and AGEFICE reimburses', HELD, AFTER, { ...AGEFICE, ...HOURS }, PAID],
      ['over four months after it', '2032-01-01', AFTER, HOURS],
      ['over four months after it, which is paid', '2032-02-01', AFTER, HOURS, PAID],
    ],
  )('the papers of a day that have not gone out are named %s', async (...row) => {
    const [, today, unsent, file = {}, more] = row;
    await add({ days: [DAY], done: [], file, ...more });
    expect(await unsentOn(today)).toEqual(unsent);
  });

  test('what went out or was signed for another day has not gone out, and only a signed sheet is done', async () => {
    const withHours = { file: { ...SELF, ...HOURS } };
    const id = await add({ days: [DAY], ...withHours, ...SENT, ...SIGNED });
    expect(await unsentOn('2031-09-01')).toBeUndefined();
    await query("update private.day_papers set signed_on = null where ref = $1 and paper = 'emargement'", [id]);
    expect(await unsentOn('2031-09-01')).toEqual(['emargement']);
    expect(await near('2031-08-12')).toEqual([]);
    await query("update private.day_papers set days = '{2031-08-30}' where ref = $1", [id]);
    expect(await unsentOn('2031-08-30')).toEqual(['convocation', BLANK]);
    expect(await near('2031-08-12')).toEqual([{ step: 'signature', due: DAY }]);
  });

  test('four months after 31 October end on the last day of February', async () => {
    await add({ days: ['2031-10-31'], file: FILED });
    expect(await near('2032-02-29')).toContainEqual({ step: 'reimbursement', due: '2032-02-29' });
  });

  test('a file is one line with what its visitor wrote until it is opened, and the papers of its day until they are sent', async () => {
    const day = parisDay(-1);
    const halves = heldOn([day]);
    const answers = { feedback: JSON.stringify(ANSWERS), filled_at: day, answered_at: day };
    const results = '[{"objective": "a", "result": "reached"}]';
    const all = { address: '3 rue des Lilas', siren: '552100554', ...FILED, results };
    const id = await add({ days: [day], file: { kept: halves, ...answers, ...all } });
    const line = {
      kind: 'deadline',
      isUrgent: false,
      step: 'file',
      request: id,
      name: 'Zoé Roy',
      due: day,
      days: [day],
    };
    expect(await concerns()).toEqual([{ ...line, news: ['filled', 'answered'], papers: AFTER }]);
    const seen = await owner.read<{ file: { version: number; isNew: boolean } }>('see_day_file', { id });
    expect(seen).toMatchObject({ file: { version: 1, isNew: false } });
    expect(await concerns()).toEqual([{ ...line, news: [], papers: AFTER }]);
    for (const [at, paper] of AFTER.entries()) {
      await owner.read('mark_paper', { id, version: 1 + at, paper, step: 'signed', day: parisDay() });
      const unsent = AFTER.slice(at + 1);
      expect(await concerns()).toEqual(unsent.length > 0 ? [{ ...line, news: [], papers: unsent }] : []);
    }
    await query('update private.day_files set filled_at = now()');
    expect(await concerns()).toEqual([{ ...line, news: ['filled'], papers: [] }]);
    expect(await owner.read('see_day_file', { id: randomUUID() })).toBeNull();
  });

  test('a file of several days has them all, a low mark of its questionnaire, and the price that its invoice waits for', async () => {
    const days = [parisDay(-2), parisDay(-1)];
    const [first = '', second = ''] = days;
    const halves = [...JSON.parse(heldOn([first])), ...JSON.parse(heldOn([second], null))];
    const answers = { feedback: JSON.stringify({ ...ANSWERS, content: 2 }), answered_at: first };
    const done = [...AGREED, 'emargement', ...CERTIFIED];
    const id = await add({ days, file: { kept: JSON.stringify(halves), ...answers }, done });
    expect(await concerns()).toMatchObject([{ days, news: ['answered', 'low', 'price'], papers: [] }]);
    await query('update private.day_files set followed_cents = 100');
    expect(await concerns()).toMatchObject([{ days, news: ['answered', 'low'], papers: ['facture'] }]);
    await dueIn(0, null);
    expect(await concerns()).toMatchObject([{ news: ['answered', 'low'], papers: ['facture'], isLate: true }]);
    await dueIn(null, null);
    // To open the file is no answer to a low note: what the owner writes about it is.
    expect(await owner.read('see_day_file', { id })).toMatchObject({ hasLowNote: true });
    expect(await concerns()).toMatchObject([{ news: ['low'] }]);
    const noted = await owner.read<{ version: number }>('note', { id, version: 1, note: 'Rappelée' });
    expect(await concerns()).toMatchObject([{ news: [] }]);
    expect(await owner.read('day_file', { id })).toMatchObject({ hasLowNote: false });
    await owner.read('note', { id, version: noted.version, note: '' });
    expect(await concerns()).toMatchObject([{ news: ['low'] }]);
  });

  test('hours that are to be noted name each day that is over and lacks them', async () => {
    const days = [-3, -2, -1, 1].map((ahead) => parisDay(ahead));
    await add({ days, file: { kept: heldOn(days.slice(1, 2)) } });
    expect(await concerns()).toContainEqual(expect.objectContaining({ step: 'kept', days: [days[0], days[2]] }));
  });

  /** The mail of concerns that goes out on the morning `days` from today. */
  const mailOf = async (days: number) => {
    const at = `${parisDay(days)}T08:00:00Z`;
    await query("update private.upkeep set reminded_at = $1::timestamptz - interval '2 days'", [at]);
    await query('select private.queue_concerns($1)', [at]);
    const [mail] = await query<{ id: string; detail: { concerns: readonly object[] } }>(
      'select id, detail from private.claim_mail()',
    );
    await query('select private.mail_sent($1)', [mail?.id]);
    await query("update private.outbox set sent_at = $1 where kind = 'concerns' and sent_at > $1", [at]);
    return mail;
  };

  /** Whether a mail of concerns goes out on this morning, the next one, after six days and after a week. */
  const mailsOfWeek = async () => {
    const mails: boolean[] = [];
    for (const days of [0, 1, 6, 7]) mails.push((await mailOf(days)) !== undefined);
    return mails;
  };

  test('a date that was told some days ago is told again once from the day before on', async () => {
    const id = await add({ days: [parisDay(3)], done: [] });
    const steps = [{ step: 'signature' }, { step: 'file' }];
    expect(await mailOf(-2)).toMatchObject({ detail: { concerns: steps } });
    expect(await mailOf(-1)).toBeUndefined();
    await query('update public.reservation_dates set date = $1 where reservation_id = $2', [parisDay(1), id]);
    expect(await mailsOfWeek()).toEqual([true, false, false, true]);
  });

  test('the space and the mail of the morning show all dates with their persons, also one due tomorrow after twelve others, once a week', async () => {
    const ids: string[] = [];
    for (const ahead of times(12))
      ids.push(await add({ days: [parisDay(1 + ahead)], file: ahead > 0 ? SELF : {}, ...UNSIGNED }));
    const first = await concerns();
    expect(first).toHaveLength(12);
    for (const ago of times(3)) await add({ days: [parisDay(-40 - ago)] });
    expect(await concerns()).toHaveLength(15);
    expect((await mailOf(-8))?.detail.concerns).toEqual(await concerns());
    expect(first[0]).toEqual({
      kind: 'deadline',
      isUrgent: false,
      step: 'signature',
      name: 'Zoé Roy',
      request: ids[0],
      due: parisDay(1),
      days: [parisDay(1)],
      isUnsent: true,
    });
    expect(first[1]).toMatchObject({ request: ids[1], isContract: true });
    await query("insert into private.day_papers (ref, paper, sent_on, days) values ($1, 'convention', now(), $2)", [
      ids[0],
      [parisDay(1)],
    ]);
    await query("update private.day_files set payer = 'company' where ref = $1", [ids[1]]);
    const later = await owner.read<{ concerns: readonly { step: string; request: string }[] }>('today');
    const signatures = later.concerns.filter(({ step }) => step === 'signature');
    expect(signatures.find(({ request }) => request === ids[0])).not.toHaveProperty('isUnsent');
    const known = { request: ids[1], isContract: false, isUnsent: true };
    expect(signatures).toContainEqual(expect.objectContaining(known));
    expect(await mailsOfWeek()).toEqual([true, false, false, true]);
  });

  test('a reimbursement that has months is told in the space from the day after the training, and makes no mail go', async () => {
    const day = parisDay(-1);
    const halves = heldOn([day]);
    const file = { payer: 'agefice', funding_filed_on: parisDay(-40), kept: halves };
    await add({ days: [day], request: { paid_on: day }, file, done: [...AGREED, ...AFTER] });
    const { concerns } = await owner.read<{ concerns: readonly object[] }>('today');
    expect(concerns).toEqual([expect.objectContaining({ step: 'reimbursement', isEarly: true })]);
    expect(await mailsOfWeek()).toEqual([false, false, false, false]);
  });

  test('a reimbursement whose last day is over is late', async () => {
    const day = parisDay(-140);
    const halves = heldOn([day]);
    const file = { payer: 'agefice', funding_filed_on: day, kept: halves };
    await add({ days: [day], request: { paid_on: day }, file, ...SENT });
    expect(await concerns()).toContainEqual(expect.objectContaining({ step: 'reimbursement', isLate: true }));
  });

  test('a request with AGEFICE that waits for an answer has the last day for its complete file, until it is answered', async () => {
    const asked = { kind: 'deadline', isUrgent: false, step: 'funding', name: 'Zoé Roy', isAsked: true };
    const days = [parisDay(10), parisDay(16), parisDay(40)];
    const request = await ask([...days, parisDay(15)]);
    // As of a reopened one, whose confirmation had left that day out.
    await query('update public.reservation_dates set declined = date = $1', [parisDay(15)]);
    await ask(days, { is_agefice: false });
    await ask(days, { is_spam: true });
    await ask(days, { flagged: true });
    await ask(days, { status: 'annulee' });
    await ask([parisDay(-1)]);
    expect(await concerns()).toEqual([{ ...asked, request, due: parisDay(1), days, isLate: false }]);
    await query('delete from public.reservation_dates where date > $1', [parisDay(10)]);
    expect(await concerns()).toEqual([{ ...asked, request, due: parisDay(-5), days: [parisDay(10)], isLate: true }]);
    await query("update public.reservations set status = 'annulee' where id = $1", [request]);
    expect(await concerns()).toEqual([]);
  });

  /** How many concerns are told apart. */
  const namesOf = async (...concerns: readonly object[]) => {
    const [row] = await query<{ names: string[] }>('select private.concern_names($1) as names', [
      JSON.stringify(concerns),
    ]);
    return new Set(row?.names).size;
  };

  test('a signature that another day or price asks for again, and the date of a request that waits, have mails of their own', async () => {
    const signature = { kind: 'deadline', step: 'signature', request: randomUUID() };
    const again = ['moved', 'repriced'].map((cause) => ({ ...signature, news: [cause] }));
    expect(await namesOf(signature, { ...signature, isUnsent: true }, ...again)).toBe(3);
    const confirmed = { ...signature, step: 'funding' };
    expect(await namesOf(confirmed, { ...confirmed, isAsked: true })).toBe(2);
  });

  test('the mail of the morning has an invoice that nobody has paid once a week, until it is paid', async () => {
    await dueIn(null, 30);
    const day = parisDay(-40);
    const halves = heldOn([day]);
    const id = await add({ days: [day], file: { payer: 'company', kept: halves }, ...SENT });
    expect(await owner.read('today')).toMatchObject({ concerns: [{ kind: 'invoice', request: id, isLate: true }] });
    expect(await mailsOfWeek()).toEqual([true, false, false, true]);
    await query('update public.reservations set paid_on = $1', [parisDay()]);
    expect(await mailsOfWeek()).toEqual([false, false, false, false]);
  });

  test('a year has the confirmed days that are over, with what the sums need', async () => {
    const [day, before, later] = [parisDay(), `${YEAR - 1}-12-31`, parisDay(1)];
    const kept = JSON.parse(heldOn([day])).slice(0, 1);
    const own = { payer: 'company', status: 'employee', address: '3 rue des Lilas, 97400 Saint-Denis' };
    const file = { ...own, payer_name: 'Agence du Port', price_cents: 0, kept: JSON.stringify(kept) };
    const request = { held_on: day, paid_on: before, day_cents: 25_000 };
    const id = await add({ days: [before, day, later], request, file });
    const agreedTexts = { dayMinutes: '420', earlyLeave: 'Au prorata.' };
    await query("update private.day_papers set agreed_texts = $1 where paper = 'convention'", [agreedTexts]);
    await add({ days: [later] });
    await add({ days: [day], request: { is_spam: true } });
    const unsigned = await add({ days: [day], file: { ...SELF, price_cents: 19_900 }, done: [] });
    await query('update private.day_files set deposit_on = $1', [before]);
    const funded = await add({ days: [day], ...ASKED });
    const { reservations: all, ...year } = await read(YEAR);
    expect(all).toContainEqual(expect.objectContaining({ id: funded, payer: 'agefice' }));
    expect(all).toContainEqual(
      expect.objectContaining({ id: unsigned, isUnsigned: true, depositCents: 5970, agreedTexts: null }),
    );
    expect(year).toEqual({ year: YEAR, isReported: false, forfeits: [], feedback: { count: 0, means: null } });
    const who = { id, name: 'Zoé Roy', isAgefice: false, ...own, payerName: 'Agence du Port' };
    const days = { days: [day], daysBefore: 1, allDays: 3, confirmedDays: [before, day, later], heldOn: day, kept };
    const sums = { priceCents: 0, followedCents: null, agreedCents: 0, dayCents: 25_000, depositCents: null };
    const others = { paidOn: before, isUnsigned: false, vat: null, agreedTexts, payerAddress: null, siren: null };
    expect(all.filter((one) => one.id === id)).toEqual([{ ...who, ...days, ...sums, ...others }]);
    expect((await read(YEAR - 1)).reservations).toMatchObject([{ id, days: [before], daysBefore: 0 }]);
    expect((await read(YEAR - 2)).reservations).toEqual([]);
  });

  test('a year names a contrat that is void since it was signed, as one that nobody has signed', async () => {
    const isUnsigned = async () => (await read(YEAR)).reservations[0]?.isUnsigned;
    await add({ days: [parisDay()], file: { ...SELF, price_cents: 19_900 } });
    expect(await isUnsigned()).toBe(false);
    await query('update private.day_papers set days = $1', [[`${YEAR - 1}-12-31`]]);
    expect(await isUnsigned()).toBe(true);
    await query('update private.day_files set price_cents = 0');
    expect(await isUnsigned()).toBe(false);
  });

  test('a year has the compensations for what was not followed, and for what was cancelled in it', async () => {
    const [day, before] = [parisDay(), `${YEAR - 1}-12-31`];
    const less = await add({ days: [before], file: { kept: KEPT, followed_cents: 0, cancel_cents: 9_950 } });
    await add({ days: [day], file: { cancel_cents: 9_950 } });
    const cancelled = await add({
      days: [`${YEAR + 1}-01-15`],
      request: { paid_on: day },
      file: { cancel_cents: 5_000 },
    });
    await owner.act(cancelled, 'cancel');
    const name = 'Zoé Roy';
    expect((await read(YEAR)).forfeits).toEqual([{ id: cancelled, name, cents: 5_000, paidOn: day }]);
    expect((await read(YEAR - 1)).forfeits).toEqual([{ id: less, name, cents: 9_950, paidOn: null }]);
  });

  test('the sums of a year name the trainee, or the trainee’s company, in place of a fund that was not asked after all', async () => {
    const paid = async () => (await read(YEAR - 1)).reservations[0];
    await add({ days: [`${YEAR - 1}-06-01`], ...ASKED });
    expect(await paid()).toMatchObject({ payer: 'agefice' });
    await query('update private.day_files set funding_dropped_on = now()');
    expect(await paid()).toMatchObject({ payer: 'self' });
    const address = '3 rue des Lilas, 97400 Saint-Denis';
    await query("update private.day_files set payer = 'agefice', payer_name = 'Martin EURL', address = $1", [address]);
    expect(await paid()).toMatchObject({ payer: 'company', payerAddress: address });
  });

  test('a report that is marked as filed is no longer asked for, until the mark is taken back', async () => {
    const filed = async (year: number, isFiled: boolean) =>
      (await owner.read<TrainingYear>('report_year', { year, filed: isFiled })).isReported;
    await add({ days: [`${YEAR - 1}-06-01`] });
    const asked = async () => (await near(`${YEAR}-04-15`)).filter(({ step }) => step === 'report').length;
    expect([await filed(YEAR - 1, false), await asked()]).toEqual([false, 1]);
    expect([await filed(YEAR - 1, true), await asked()]).toEqual([true, 0]);
    expect((await read(YEAR)).isReported).toBe(false);
    expect([await filed(YEAR - 1, false), await asked()]).toEqual([false, 1]);
  });

  test('means of answers are shown from ten on', async () => {
    const answer = (overall: number) => ({
      feedback: JSON.stringify({ ...ANSWERS, overall }),
      answered_at: parisDay(),
    });
    for (const _ of times(9)) await add({ days: [], file: answer(5) });
    expect((await read(YEAR)).feedback).toEqual({ count: 9, means: null });
    await add({ days: [], file: answer(2) });
    const means = { objectives: 5, content: 4, trainer: 5, organisation: 3, overall: 4.7 };
    expect((await read(YEAR)).feedback).toEqual({ count: 10, means });
  });
}
