// Run by backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import { CONVOCATION_DAYS_BEFORE, HALVES } from '@site/contract/day-papers';
import { addDays } from '@site/contract/today';
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

/** The yearly sums, the means of questionnaires, and the dates that the law or a fund sets. */
export function describeTrainingYear(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const owner = ownerCalls(backend);
  const dueIn = (everybody: number | null, professionals: number | null, deposit = false) =>
    query('select private.set_due_days($1, $2, $3)', [everybody, professionals, deposit]);
  beforeEach(() => query('truncate public.reservations, private.outbox cascade'));
  afterEach(() => dueIn(null, null));
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
  const BEGUN = ['certificat', 'attestation', 'facture'];
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
  const KEPT = JSON.stringify(HALVES.map((half) => ({ date: DAY, half, from: null, to: null })));
  const SHEET = JSON.stringify([{ date: DAY, half: 'morning', from: '09:00', to: '12:30' }, JSON.parse(KEPT)[1]]);
  const HOURS = { kept: SHEET };
  const signed = { signedOn: '2031-08-01' };
  const UNSIGNED = { done: ['convocation', BLANK] };
  const PAID = { paid_on: '2031-08-02' };
  const FILED = { funding_filed_on: '2031-08-01' };
  const FUNDED = { request: { is_agefice: true } };
  const NOTED = { ...FILED, ...HOURS };
  const SENT = [...AGREED, ...AFTER];
  const DONE = { request: PAID, file: HOURS, done: SENT };
  test.each<[what: string, booked: Omit<Booking, 'days'>, today: string, expected: string]>([
    ['of an unsigned contrat, 22 days before its day', { file: SELF, ...UNSIGNED }, '2031-08-09', ''],
    ['of an unsigned contrat, three weeks before', { file: SELF, ...UNSIGNED }, '2031-08-10', `signature ${DAY}`],
    ['of an unsigned contrat, on its day', { file: SELF, ...UNSIGNED }, DAY, `signature ${DAY}`],
    ['of an unsigned convention, three weeks before', { file: OPCO, ...UNSIGNED }, '2031-08-10', `signature ${DAY}`],
    ['of an unsigned convention whose payer is unknown', UNSIGNED, '2031-08-10', `signature ${DAY}`],
    ['of an unsigned contrat free of charge', { file: { ...SELF, price_cents: 0 }, ...UNSIGNED }, '2031-08-10', ''],
    ['of a day, on the day after', { file: OPCO }, '2031-09-01', `kept ${DAY}`],
    ['of a day that is paid, a month after', { request: { paid_on: DAY } }, '2031-09-30', `kept ${DAY}`],
    ['of a day whose hours are missing, four months after', {}, '2031-12-31', `kept ${DAY}`],
    ['of a day whose hours are missing, over four months after', {}, '2032-01-01', `kept ${DAY}`],
    ['of a day whose hours are missing, over two years after', {}, '2033-09-01', ''],
    ['of a day, over a month after, whose papers have not gone out', { file: HOURS }, '2031-10-01', `file ${DAY}`],
    ['of a day whose hours are noted, without an invoice', { file: { kept: KEPT } }, '2031-09-01', `file ${DAY}`],
    ['of a day that cost nothing and that nobody came to', { file: { kept: KEPT, price_cents: 0 } }, '2031-09-01', ''],
    [
      'of a day of which one half is noted',
      { file: { kept: JSON.stringify(JSON.parse(KEPT).slice(1)) } },
      '2031-09-01',
      `kept ${DAY}`,
    ],
    ['of a contrat, on the day of its signature', { file: SELF, ...signed }, '2031-08-01', ''],
    ['of a contrat, on the last of its ten days', { file: SELF, ...signed }, '2031-08-11', ''],
    ['of a contrat, on its first payable day', { file: SELF, ...signed }, '2031-08-12', 'payable 2031-08-12'],
    ['of a contrat, until its day', { file: SELF, ...signed }, DAY, 'payable 2031-08-12'],
    [
      'of a contrat, from the next day on',
      { file: { ...SELF, kept: SHEET }, ...signed, done: SENT },
      '2031-09-01',
      'invoice',
    ],
    [
      'of a contrat that was signed in the week of its day, after the day',
      { file: { ...SELF, kept: KEPT, price_cents: 2, followed_cents: 1 }, signedOn: '2031-08-28' },
      '2031-09-08',
      `file ${DAY}, payable 2031-09-08`,
    ],
    [
      'of a contrat that was signed in the week of its day, the day before all of it is due',
      { file: { ...SELF, kept: KEPT, price_cents: 2, followed_cents: 1 }, signedOn: '2031-08-28' },
      '2031-09-21',
      `file ${DAY}, payable 2031-09-08`,
    ],
    [
      'of a contrat that was signed in the week of its day, once all of it is due',
      { file: { ...SELF, kept: KEPT, price_cents: 2, followed_cents: 1 }, signedOn: '2031-08-28' },
      '2031-09-22',
      `file ${DAY}`,
    ],
    [
      'of an unsigned contrat that somebody paid',
      { file: SELF, request: PAID, ...UNSIGNED },
      '2031-08-10',
      `signature ${DAY}`,
    ],
    [
      'of an unsigned contrat, on the day after',
      { file: { ...SELF, kept: KEPT }, ...UNSIGNED },
      '2031-09-01',
      `signature ${DAY}`,
    ],
    [
      'of an unsigned contrat that somebody paid, after its day',
      { file: { ...SELF, kept: KEPT }, request: PAID, ...UNSIGNED },
      '2031-09-01',
      '',
    ],
    [
      'of an unsigned contrat of which nothing was followed or is due',
      { file: { ...SELF, kept: KEPT, followed_cents: 0 }, ...UNSIGNED },
      '2031-09-01',
      '',
    ],
    [
      'of an unsigned contrat of which nothing was followed, and a compensation is due',
      { file: { ...SELF, kept: KEPT, followed_cents: 0, cancel_cents: 9_950 }, ...UNSIGNED },
      '2031-09-01',
      `signature ${DAY}`,
    ],
    [
      'of a day of AGEFICE of which nothing was followed, and a compensation is due',
      { file: { payer: 'agefice', kept: KEPT, followed_cents: 0, cancel_cents: 9_950 } },
      '2031-09-01',
      `file ${DAY}`,
    ],
    [
      'of a contrat of which nothing was followed, and a compensation is due',
      { file: { ...SELF, kept: KEPT, followed_cents: 0, cancel_cents: 9_950 }, signedOn: '2031-08-28' },
      '2031-09-08',
      `file ${DAY}`,
    ],
    [
      'of a contrat that was paid too early',
      { file: SELF, ...signed, request: { paid_on: '2031-08-11' } },
      '2031-08-12',
      'payable 2031-08-12',
    ],
    ['of a contrat whose deposit came', { file: { ...SELF, deposit_on: '2031-08-12' }, ...signed }, '2031-08-12', ''],
    ['of a contrat that is paid', { file: SELF, ...signed, request: { paid_on: '2031-08-12' } }, '2031-08-12', ''],
    ['of a convention that is signed', signed, '2031-08-12', ''],
    ['of a file of AGEFICE, 23 days before its day', FUNDED, '2031-08-08', ''],
    [
      'of a file of AGEFICE, 22 days before its day',
      { file: { payer: 'agefice' } },
      '2031-08-09',
      'funding 2031-08-16',
    ],
    ['of a file of AGEFICE, 15 days before its day', FUNDED, '2031-08-16', 'funding 2031-08-16'],
    ['of a file of AGEFICE that has gone to the fund', { file: { payer: 'agefice', ...FILED } }, '2031-08-16', ''],
    ['of a file of AGEFICE that is late', FUNDED, DAY, 'funding 2031-08-16'],
    [
      'of a file of AGEFICE that never went to the fund, after its day',
      { request: { is_agefice: true }, file: { kept: KEPT, price_cents: 1 } },
      '2031-12-31',
      `file ${DAY}, funding 2031-08-16`,
    ],
    ['of a file of another fund', { request: { is_agefice: true }, file: { payer: 'fifpl' } }, '2031-08-16', ''],
    [
      'of a day of AGEFICE, two months before the last day for its reimbursement',
      { file: { payer: 'agefice', ...FILED } },
      '2031-10-31',
      `kept ${DAY}, reimbursement 2031-12-31`,
    ],
    [
      'of a day of AGEFICE that is paid, from the next day on',
      { request: { is_agefice: true, ...PAID }, file: { ...FILED, ...HOURS }, done: [...AGREED, ...AFTER] },
      '2031-09-01',
      'reimbursement 2031-12-31',
    ],
    [
      'of a day of AGEFICE that was not asked for after all',
      {
        request: { is_agefice: true, ...PAID },
        file: { ...HOURS, funding_dropped_on: DAY },
        done: [...AGREED, ...AFTER],
      },
      '2031-12-31',
      '',
    ],
    [
      'of a day of AGEFICE, on that last day',
      { request: { is_agefice: true }, file: NOTED },
      '2031-12-31',
      `file ${DAY}, reimbursement 2031-12-31`,
    ],
    [
      'of a day of AGEFICE that is paid, whose papers have not gone out',
      { request: { is_agefice: true, ...PAID }, file: NOTED },
      '2031-12-31',
      `file ${DAY}, reimbursement 2031-12-31`,
    ],
    [
      'of a day of AGEFICE that is paid and whose papers have gone out',
      { request: { is_agefice: true, ...PAID }, file: NOTED, done: SENT },
      '2031-12-31',
      'reimbursement 2031-12-31',
    ],
    [
      'of a day of AGEFICE whose reimbursement has been asked for',
      {
        request: { is_agefice: true, ...PAID },
        file: { ...FILED, ...HOURS, reimbursement_asked_on: DAY },
        done: SENT,
      },
      '2031-12-31',
      '',
    ],
    [
      'of a day of AGEFICE that nobody has paid, whose papers have gone out',
      { request: { is_agefice: true }, file: NOTED, done: SENT },
      '2031-12-31',
      'reimbursement 2031-12-31, invoice',
    ],
    [
      'of a file of AGEFICE that never went to the fund, after the last day for its reimbursement',
      { request: { is_agefice: true, ...PAID }, file: HOURS, done: SENT },
      '2032-01-01',
      'funding 2031-08-16',
    ],
    [
      'of a day of AGEFICE whose reimbursement nobody has asked for, after that last day',
      { request: { is_agefice: true, ...PAID }, file: NOTED, done: SENT },
      '2032-02-01',
      'reimbursement 2031-12-31',
    ],
    [
      'of an unsigned convention of a fund, over four months after its day, all else being done',
      { request: PAID, file: { payer: 'other', ...HOURS }, done: ['convocation', ...AFTER] },
      '2032-02-01',
      `signature ${DAY}`,
    ],
    [
      'of a day for which another fund pays',
      { request: { is_agefice: true }, file: { payer: 'fifpl', ...HOURS } },
      '2031-12-01',
      `file ${DAY}`,
    ],
    [
      'of a file of AGEFICE that never went to the fund, of a day that is paid',
      { request: { is_agefice: true, paid_on: '2031-10-01' }, file: HOURS },
      '2031-12-01',
      `file ${DAY}, funding 2031-08-16`,
    ],
    ['of an undesired request', { request: { is_agefice: true, is_spam: true } }, '2031-12-01', ''],
    ['of the report of a year, in March', DONE, '2032-03-31', ''],
    ['of the report of a year, from April on', DONE, '2032-04-01', 'report 2032-04-30'],
    ['of the report of a year, at the end of May', DONE, '2032-05-31', 'report 2032-04-30'],
    ['of the report of a year, in March of the next year', DONE, '2033-03-31', 'report 2032-04-30'],
    ['of the report of a year without days', DONE, '2033-04-15', ''],
  ])('the near dates %s, are as expected where contrats ask for a deposit', async (_, booked, today, expected) => {
    await dueIn(null, null, true);
    await add({ days: [DAY], ...booked });
    const dueSteps = (await near(today)).map(({ step, due }) => (due === null ? step : `${step} ${due}`));
    expect(dueSteps.join(', ')).toBe(expected);
  });

  test('without a deposit, nothing of a contrat is awaited after its ten days, and what was paid within them is told', async () => {
    const id = await add({ days: [DAY], file: SELF, ...signed });
    expect(await near('2031-08-12')).toEqual([]);
    await query("update public.reservations set paid_on = '2031-08-11' where id = $1", [id]);
    expect(await near('2031-08-12')).toMatchObject([{ step: 'payable', due: '2031-08-12' }]);
    expect(await query("select news from private.deadlines('2031-08-12')")).toEqual([{ news: ['early'] }]);
  });

  const TAUGHT = { ...SELF, kept: KEPT, deposit_on: DAY };
  const WHOLE = { address: '3 rue des Lilas', prior_level: 'Débutante' };
  const COMPANY = { ...TAUGHT, payer: 'company' };
  const INVOICED = { done: [...AGREED, ...BEGUN], signedOn: '2031-09-01' };
  test.each<[what: string, booked: Omit<Booking, 'days'>, today: string, due: string | null | undefined]>([
    ['of a company, eight days before it is due', { file: COMPANY }, '2031-09-22', undefined],
    ['of a company, a week before it is due', { file: COMPANY }, '2031-09-23', '2031-09-30'],
    ['of a company, over a year late', { file: COMPANY }, '2033-01-01', '2031-09-30'],
    ['of a company, once it is paid', { file: COMPANY, request: PAID }, '2031-09-30', undefined],
    ['of an independent', { file: { ...TAUGHT, payer: null, status: 'independent' } }, '2031-09-23', '2031-09-30'],
    ['of an independent with a contrat', { file: { ...TAUGHT, status: 'independent' } }, '2031-09-23', '2031-09-30'],
    [
      'of a company, over a year late, which has not gone out',
      { file: COMPANY, done: AGREED },
      '2033-01-01',
      undefined,
    ],
    ['of a private person, which has not gone out', { file: TAUGHT, done: AGREED }, '2031-09-30', undefined],
    ['of a private person, a week after', { file: TAUGHT }, '2031-09-08', undefined],
    ['of a private person, from then on', { file: TAUGHT }, '2031-09-09', null],
    ['without a signed contrat', { file: TAUGHT, done: BEGUN }, '2031-09-09', undefined],
    ['of a day that cost nothing', { file: { ...TAUGHT, payer: 'opco', price_cents: 0 } }, '2031-09-30', undefined],
  ])('an invoice that nobody has paid is told of: %s', async (_, booked, today, due) => {
    await dueIn(null, 30);
    await add({ days: [DAY], ...INVOICED, ...booked });
    expect((await near(today)).find(({ step }) => step === 'invoice')?.due).toEqual(due);
  });

  test.each<[what: string, today: string, file: Booking['file'], news: readonly string[] | undefined]>([
    ['until it would be due', '2031-09-30', {}, []],
    ['late, from then on', '2031-10-01', {}, ['late_invoice']],
    ['late, over a year after', '2033-01-01', {}, ['late_invoice']],
    ['over four months after, where nothing says when it is due', '2032-01-01', { payer: 'other' }, []],
  ])('an invoice that has not gone out is to be sent: %s', async (_, today, changed, news) => {
    await dueIn(null, 30);
    const done = [...AGREED, 'emargement', 'certificat', 'attestation'];
    await add({ days: [DAY], file: { ...COMPANY, ...changed }, done });
    const [file, ...others] = await query<{ step: string }>('select step, papers, news from private.deadlines($1)', [
      today,
    ]);
    expect(file).toEqual(news && { step: 'file', papers: ['facture'], news });
    expect(others.filter(({ step }) => step !== 'report')).toEqual([]);
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

  test.each([{ price_cents: 0 }, { kept: KEPT, followed_cents: 0 }])(
    'where nothing is due, as with %j, AGEFICE is not asked, and no payment is waited for',
    async (nothing) => {
      await dueIn(null, null, true);
      for (const file of [{ payer: 'agefice' }, { payer: 'agefice', ...FILED }, { payer: 'self' }])
        await add({ days: [DAY], file: { ...file, ...nothing }, ...signed, request: FUNDED.request });
      for (const today of ['2031-08-11', '2031-08-20', '2031-12-20', '2032-01-10'])
        expect((await near(today)).filter(({ step }) => !['kept', 'file', 'report'].includes(step))).toEqual([]);
      await insert('public.reservation_dates', {
        reservation_id: await insert('public.reservations', {
          name: 'Zoé Roy',
          email: 'zoe@exemple.fr',
          is_agefice: true,
        }),
        date: parisDay(20),
      });
      expect((await near(parisDay())).some(({ step }) => step === 'funding')).toBe(true);
      await query(
        'insert into private.day_files (ref, price_cents) select id, 0 from public.reservations r where r.status = $1',
        ['nouvelle'],
      );
      expect((await near(parisDay())).some(({ step }) => step === 'funding')).toBe(false);
    },
  );

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

  test('what a visitor wrote is news until it is read, while its invoice is told of on', async () => {
    await dueIn(null, 30);
    await add({ days: [DAY], file: { ...TAUGHT, payer: 'company', filled_at: DAY }, done: SENT });
    const news = async (today: string) =>
      (
        await query<{ step: string; news: string[] | null }>('select step, news from private.deadlines($1)', [today])
      ).map(({ step, news }) => [step, news]);
    expect(await news('2032-01-31')).toEqual([
      ['file', ['filled']],
      ['invoice', null],
    ]);
    expect(await news('2032-02-01')).toEqual(await news('2032-01-31'));
    await query('update private.day_files set seen_at = filled_at');
    expect(await news('2032-02-01')).toEqual([['invoice', null]]);
  });

  test('the file of AGEFICE for several days is due for the next one that it is not too late for, otherwise for the last', async () => {
    const days = ['2031-08-20', '2031-08-31'];
    await add({ days, request: { is_agefice: true }, file: { kept: KEPT } });
    const due = async (today: string) => (await near(today)).find(({ step }) => step === 'funding')?.due;
    expect(await due('2031-08-05')).toBe('2031-08-05');
    expect(await due('2031-08-06')).toBe('2031-08-16');
    expect(await due('2031-08-17')).toBe('2031-08-16');
  });

  test.each<[what: string, booked: Omit<Booking, 'days'>, today: string, unsent: readonly string[] | undefined]>([
    ['eight days before it', {}, addDays(DAY, -CONVOCATION_DAYS_BEFORE - 1), undefined],
    ['a week before it', {}, addDays(DAY, -CONVOCATION_DAYS_BEFORE), ['convocation', BLANK]],
    ['on it', {}, DAY, ['convocation', BLANK]],
    ['on it, its sheet sent blank', { done: [BLANK] }, DAY, ['convocation']],
    ['after it, its sheet sent blank', { file: { kept: SHEET }, done: [BLANK] }, '2031-09-01', AFTER],
    ['the day after it', {}, '2031-09-01', undefined],
    ['after it, once its hours are noted', { file: { kept: SHEET } }, '2031-09-01', AFTER],
    ['after it, its sheet signed', { file: { kept: SHEET }, done: ['emargement'] }, '2031-09-01', BEGUN],
    ['after it, when nobody came', { file: { kept: KEPT } }, '2031-09-01', ['facture']],
    [
      'after it, without a signed contrat',
      { file: { ...SELF, kept: SHEET } },
      '2031-09-01',
      ['emargement', 'certificat', 'attestation'],
    ],
    ['after it, when it is paid', { file: { kept: KEPT }, request: PAID }, '2031-09-01', ['facture']],
    [
      'after it, when it is paid and AGEFICE reimburses',
      { file: { kept: SHEET, payer: 'agefice' }, request: PAID },
      '2031-09-01',
      AFTER,
    ],
    ['four months after it, without its hours', {}, '2031-12-31', undefined],
    ['over four months after it', { file: HOURS }, '2032-01-01', AFTER],
    ['over four months after it, which is paid', { file: HOURS, request: PAID }, '2032-02-01', AFTER],
    [
      'over four months after it, which is paid, but for its invoice',
      { file: HOURS, request: PAID, done: [...AGREED, ...AFTER.slice(0, -1)] },
      '2032-02-01',
      ['facture'],
    ],
  ])('the papers of a day that have not gone out are named %s', async (_, booked, today, unsent) => {
    await add({ days: [DAY], done: [], ...booked });
    expect(await unsentOn(today)).toEqual(unsent);
  });

  test('what went out or was signed for another day has not gone out, and only a signed sheet is done', async () => {
    const withHours = { file: { ...SELF, kept: SHEET } };
    const id = await add({ days: [DAY], ...withHours, done: SENT, ...signed });
    expect(await unsentOn('2031-09-01')).toBeUndefined();
    await query("update private.day_papers set signed_on = null where ref = $1 and paper = 'emargement'", [id]);
    expect(await unsentOn('2031-09-01')).toEqual(['emargement']);
    expect(await near('2031-08-12')).toEqual([]);
    await query("update private.day_papers set days = '{2031-08-30}' where ref = $1", [id]);
    expect(await unsentOn('2031-08-30')).toEqual(['convocation', BLANK]);
    expect(await near('2031-08-12')).toEqual([{ step: 'signature', due: DAY }]);
  });

  test('four months after 31 October end on the last day of February', async () => {
    await add({ days: ['2031-10-31'], request: { is_agefice: true }, file: FILED });
    expect(await near('2032-02-29')).toContainEqual({ step: 'reimbursement', due: '2032-02-29' });
  });

  test('a file is one line with what its visitor wrote until it is opened, and the papers of its day until they are sent', async () => {
    const day = parisDay(-1);
    const halves = JSON.stringify(HALVES.map((half) => ({ date: day, half, from: '09:00', to: '12:30' })));
    const answers = { feedback: JSON.stringify(ANSWERS), filled_at: day, answered_at: day };
    const all = {
      address: '3 rue des Lilas',
      siren: '552100554',
      payer: 'agefice',
      ...FILED,
      results: '[{"objective": "a", "result": "reached"}]',
    };
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
    const [first] = days;
    const halves = days.flatMap((date) =>
      HALVES.map((half) => ({
        date,
        half,
        from: date === first ? '09:00' : null,
        to: date === first ? '12:30' : null,
      })),
    );
    const answers = { feedback: JSON.stringify({ ...ANSWERS, content: 2 }), answered_at: first };
    const done = [...AGREED, 'emargement', 'certificat', 'attestation'];
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
    const halves = HALVES.map((half) => ({ date: days[1], half, from: '09:00', to: '12:30' }));
    await add({ days, file: { kept: JSON.stringify(halves) } });
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
    const halves = JSON.stringify(HALVES.map((half) => ({ date: day, half, from: '09:00', to: '12:30' })));
    const file = { payer: 'agefice', funding_filed_on: parisDay(-40), kept: halves };
    await add({ days: [day], request: { paid_on: day }, file, done: [...AGREED, ...AFTER] });
    const { concerns } = await owner.read<{ concerns: readonly object[] }>('today');
    expect(concerns).toEqual([expect.objectContaining({ step: 'reimbursement', isEarly: true })]);
    expect(await mailsOfWeek()).toEqual([false, false, false, false]);
  });

  test('a reimbursement whose last day is over is late', async () => {
    const day = parisDay(-140);
    const halves = JSON.stringify(HALVES.map((half) => ({ date: day, half, from: '09:00', to: '12:30' })));
    const file = { payer: 'agefice', funding_filed_on: day, kept: halves };
    await add({ days: [day], request: { paid_on: day }, file, done: SENT });
    expect(await concerns()).toContainEqual(expect.objectContaining({ step: 'reimbursement', isLate: true }));
  });

  test('a request with AGEFICE that waits for an answer has the last day for its complete file, until it is answered', async () => {
    const asked = { kind: 'deadline', isUrgent: false, step: 'funding', name: 'Zoé Roy', isAsked: true };
    const ask = async (days: readonly string[], request: object = {}) => {
      const row = { name: 'Zoé Roy', email: 'zoe@exemple.fr', is_agefice: true, ...request };
      const id = await insert('public.reservations', row);
      for (const date of days) await insert('public.reservation_dates', { reservation_id: id, date });
      return id;
    };
    const days = [parisDay(10), parisDay(16), parisDay(40)];
    const request = await ask(days);
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

  test('a signature that another day or price asks for again has a mail of its own', async () => {
    const signature = { kind: 'deadline', step: 'signature', request: randomUUID() };
    const again = ['moved', 'repriced'].map((cause) => ({ ...signature, news: [cause] }));
    expect(await namesOf(signature, { ...signature, isUnsent: true }, ...again)).toBe(3);
  });

  test('the date of a request that waits and that of its confirmed file are told apart: each has a mail of its own', async () => {
    const confirmed = { kind: 'deadline', step: 'funding', request: randomUUID() };
    expect(await namesOf(confirmed, { ...confirmed, isAsked: true })).toBe(2);
  });

  test('the mail of the morning has an invoice that nobody has paid once a week, until it is paid', async () => {
    await dueIn(null, 30);
    const day = parisDay(-40);
    const halves = JSON.stringify(HALVES.map((half) => ({ date: day, half, from: '09:00', to: '12:30' })));
    const id = await add({ days: [day], file: { payer: 'company', kept: halves }, done: SENT });
    expect(await owner.read('today')).toMatchObject({ concerns: [{ kind: 'invoice', request: id, isLate: true }] });
    expect(await mailsOfWeek()).toEqual([true, false, false, true]);
    await query('update public.reservations set paid_on = $1', [parisDay()]);
    expect(await mailsOfWeek()).toEqual([false, false, false, false]);
  });

  test('a year has the confirmed days that are over, with what the sums need', async () => {
    const [day, before] = [parisDay(), `${YEAR - 1}-12-31`];
    const halves = [{ date: day, half: 'morning', from: '09:00', to: '12:30' }];
    const file = {
      payer: 'company',
      payer_name: 'Agence du Port',
      status: 'employee',
      address: '3 rue des Lilas, 97400 Saint-Denis',
      price_cents: 0,
      kept: JSON.stringify(halves),
    };
    const request = { held_on: day, paid_on: before, day_cents: 25_000 };
    const id = await add({ days: [before, day, parisDay(1)], request, file });
    const agreedTexts = { dayMinutes: '420', earlyLeave: 'Au prorata.' };
    await query("update private.day_papers set vat = 'standard', agreed_texts = $1 where paper = 'convention'", [
      agreedTexts,
    ]);
    await add({ days: [parisDay(1)] });
    await add({ days: [day], request: { is_spam: true } });
    const unsigned = await add({ days: [day], file: { ...SELF, price_cents: 19_900 }, done: [] });
    await query('update private.day_files set deposit_on = $1', [before]);
    const funded = await add({ days: [day], request: { is_agefice: true } });
    const { reservations: all, ...year } = await read(YEAR);
    expect(all).toContainEqual(expect.objectContaining({ id: funded, payer: 'agefice' }));
    expect(all).toContainEqual(
      expect.objectContaining({ id: unsigned, isUnsigned: true, depositCents: 5970, agreedTexts: null }),
    );
    const reservations = all.filter((one) => one.id === id);
    expect(year).toEqual({ year: YEAR, isReported: false, forfeits: [], feedback: { count: 0, means: null } });
    expect(reservations).toEqual([
      {
        id,
        name: 'Zoé Roy',
        isAgefice: false,
        payer: 'company',
        payerName: 'Agence du Port',
        status: 'employee',
        priceCents: 0,
        followedCents: null,
        agreedCents: 0,
        confirmedDays: [before, day, parisDay(1)],
        heldOn: day,
        paidOn: before,
        days: [day],
        daysBefore: 1,
        allDays: 3,
        kept: halves,
        dayCents: 25_000,
        depositCents: null,
        isUnsigned: false,
        vat: 'standard',
        agreedTexts,
        address: '3 rue des Lilas, 97400 Saint-Denis',
        payerAddress: null,
        siren: null,
      },
    ]);
    expect((await read(YEAR - 1)).reservations).toMatchObject([{ id, days: [before], daysBefore: 0 }]);
    expect((await read(YEAR - 2)).reservations).toEqual([]);
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
    await add({ days: [`${YEAR - 1}-06-01`], ...FUNDED });
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
