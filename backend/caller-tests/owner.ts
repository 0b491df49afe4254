import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestBackend } from '@site/backend/tests/support/backend';
import { numbers, times } from '@site/backend/tests/support/cases';
import { OWNER_FUNCTIONS } from '@site/backend/tests/support/catalogue';
import { book, ownerCalls } from '@site/backend/tests/support/owner';
import { parisDay } from '@site/backend/tests/support/rows';
import { HALVES, PAYERS, TRAINEE_STATUSES } from '@site/contract/day-papers';
import { addDays } from '@site/contract/today';
import { fetchClosedDays } from '@site/remote-booking/src/api/closed-days';
import type { AgendaDay, DayRule, OwnerCalls } from '@site/remote-owner/src/api/wire';
import { dayStateOf } from '@site/remote-owner/src/calendar/month';
import { isConsumer } from '@site/remote-owner/src/papers/paper-data';
import { firstWholeDay, lastConsumerDay } from '@site/remote-owner/src/papers/withdrawal';

type Name = keyof OwnerCalls;

const DAYS = [parisDay(600), parisDay(601), parisDay(602)] as const;
const CONTACT = `insert into public.contacts (prenom, nom, email, telephone, message)
  values ('Alex', 'Roy', 'alex.contract@exemple.fr', '06 39 98 00 00', 'Bonjour') returning id`;

const CALLED = {
  name: 'Inès Roy',
  email: 'ines.contract@exemple.fr',
  phone: null,
  dates: [parisDay(603)],
  is_agefice: true,
  note: 'Rappeler',
  tell: false,
};

export function describeOwner(backend: () => TestBackend): void {
  test('each owner function accepts what remote-owner sends, and answers in the shape that it reads', async () => {
    const owner = ownerCalls(backend);
    const answers: OwnerAnswer[] = [];
    const call: Ask = async (name, args) => {
      const answer = await owner.read(name.replace(/^owner_/, ''), args);
      answers.push({ name, answer });
      return answer as never;
    };
    const reservation = await book(backend(), DAYS[0], DAYS[1]);
    await book(backend(), DAYS[0]);
    const [message = { id: '' }] = await backend().owner.query<{ id: string }>(CONTACT);
    await call('owner_add_request', { ...CALLED, attempt: randomUUID() });
    await handleReservation(call, reservation);
    await handleMessage(call, message.id);
    await backend().owner.query("update private.retention_state set held_at = now(), held_reason = 'clock'");
    await setUp(call);
    expect([...new Set(answers.map(({ name }) => name))].sort()).toEqual([...OWNER_FUNCTIONS].sort());
    expect(await findTypeErrors(OWNER_FUNCTIONS, answers)).toBe('');
    expect(findWrongFormats(answers)).toEqual([]);
  });

  test('the space and the database agree on who is a consumer, and until when one may withdraw', async () => {
    const signed = times(12_000).map((at) => addDays('2026-11-23', at));
    const last = await backend().owner.query<{ day: string }>(
      'select private.last_consumer_day(day)::text as day from unnest($1::date[]) as day order by day',
      [signed],
    );
    expect(last.map(({ day }) => day)).toEqual(signed.map(lastConsumerDay));
    const files = [null, ...PAYERS].flatMap((payer) =>
      [null, ...TRAINEE_STATUSES].flatMap((status) => [null, '732829320'].map((siren) => ({ payer, status, siren }))),
    );
    const consumers = await backend().owner.query<{ is_consumer: boolean }>(
      `select private.is_consumer(jsonb_populate_record(null::private.day_files, one.value)) as is_consumer
         from jsonb_array_elements($1) with ordinality as one order by one.ordinality`,
      [JSON.stringify(files)],
    );
    expect(consumers.map((one) => one.is_consumer)).toEqual(files.map(isConsumer));
  });

  testWholeDays(backend);

  test('the space marks as closed exactly the days that visitors cannot choose', () => {
    // All over HTTP, as a gateway answers closed days for a minute.
    const site = { ...backend(), direct: undefined };
    return withManyClosed(site, async (rule) => {
      const owner = ownerCalls(() => site);
      const days = Array.from({ length: 401 }, (_, ahead) => parisDay(ahead));
      const read = async () => (await fetchClosedDays(site)).filter((day) => day <= parisDay(400));
      const open = await read().then((closed) => days.find((day) => !closed.includes(day)) ?? '');
      await owner.confirm(await book(site, open), { also_confirmed: [open] });
      const closed = await read();
      expect(closed).toContain(open);
      const agenda = await owner.read<AgendaDay[]>('agenda', { first: parisDay(), last: parisDay(400) });
      const stateIn = (day: string) =>
        dayStateOf(day, { rule, today: parisDay(), agendaDay: agenda.find(({ date }) => date === day) });
      expect(days.filter((day) => stateIn(day).closedBy !== null)).toEqual(closed);
      expect(new Set(days.map((day) => stateIn(day).closedBy)).size).toBe(9);
    });
  });
}

function testWholeDays(backend: () => TestBackend) {
  test.each([
    ['one day', [-1]],
    ['two days', [-14, -2]],
  ])('the space and the database agree on the first day on which a contrat of %s is paid whole', async (_, ahead) => {
    const days = ahead.map((day) => parisDay(day));
    const signed = numbers(20).map((ago) => addDays(days[0] ?? '', -ago));
    const refused = await payAsSigned(backend, days, signed);
    expect(refused).toEqual(signed.map((day) => `unpayable ${firstWholeDay(day, days)}`));
  });
}

/** @returns why a contrat of these past days may not be paid on the day of its signature, for each such day */
async function payAsSigned(backend: () => TestBackend, days: readonly string[], signed: readonly string[]) {
  const owner = ownerCalls(backend);
  const id = await book(backend(), ...days.map((day) => addDays(day, 620)));
  await owner.confirm(id);
  const { file } = await owner.read<{ file: { version: number } }>('day_file', { id });
  const changes = { address: FILE.address, payer: 'self', priorLevel: 'Se sert d’un tableur.' };
  await owner.read('change_day_file', { id, version: file.version, changes });
  await backend().owner.query('update public.reservation_dates set date = date - 620 where reservation_id = $1', [id]);
  const refused: string[] = [];
  for (const day of signed) {
    await owner.act(id, 'follow_up', { step: 'convention_signed', day });
    const { body } = await owner.attempt(id, 'follow_up', { step: 'paid', day });
    refused.push((body as { details: string }).details);
  }
  return refused;
}

/** Closes days in every way, then as they were. */
async function withManyClosed(backend: TestBackend, check: (rule: DayRule) => Promise<void>) {
  const owner = ownerCalls(() => backend);
  const before = await owner.read<DayRule>('days');
  const rule = await owner.read<DayRule>('set_days', {
    ...before,
    weekly: [true, true, true, true, true, false, false],
    holidays: true,
    off: [parisDay(12)],
    periods: [{ first: parisDay(20), last: parisDay(26), label: null }],
    confirmedDays: true,
    // One of four days is a working day, whatever today is.
    noticeDays: 4,
    horizonDays: 380,
  });
  await backend.owner.query('insert into private.own_calendar_days values ($1)', [parisDay(30)]);
  try {
    await check(rule);
  } finally {
    await backend.owner.query('delete from private.own_calendar_days');
    await owner.read('set_days', { ...before, version: rule.version });
  }
}

type Ask = <Asked extends Name>(name: Asked, args: OwnerCalls[Asked]['args']) => Promise<OwnerCalls[Asked]['value']>;

async function handleReservation(call: Ask, id: string) {
  const answer = await call('owner_request', { id });
  expect(answer?.clashes).not.toHaveLength(0);
  const confirmed = await call('owner_confirm', {
    id,
    version: answer?.request.version ?? 0,
    dates: [DAYS[0]],
    also_confirmed: [DAYS[0]],
  });
  await call('owner_tell', { id, version: confirmed.version, channel: 'email' });
  const days = await call('owner_agenda', { first: DAYS[0], last: DAYS[2] });
  expect(days).toHaveLength(1);
  const dayFile = await keepFile(call, id);
  const step = { id, version: dayFile.version, step: 'convention_signed', day: parisDay() } as const;
  const { followUp, version } = await call('owner_follow_up', step);
  expect(followUp).toEqual({ convention_sent: parisDay(), convention_signed: parisDay() });
  const change = { from_day: DAYS[0], to_day: DAYS[2] };
  const changed = await call('owner_change_day', { id, version, ...change });
  const noted = await call('owner_note', { id, version: changed.version, note: 'Rappeler' });
  await call('owner_see_given_up', { id, version: noted.version });
  const cancelled = await call('owner_cancel', { id, version: noted.version });
  await call('owner_reopen', { id, version: cancelled.version });
  const after = await call('owner_request', { id });
  expect(after?.history.length).toBeGreaterThan(4);
}

const FILE = {
  address: '3 rue des Lilas\n35000 Rennes',
  siren: '732 829 320 00074',
  status: 'independent',
  payer: 'agefice',
  priorLevel: null,
  nextDays: 'Jour 2 : relances',
  priceCents: 0,
  kept: HALVES.map((half) => ({ date: DAYS[0], half, from: '09:00', to: '12:30' })),
  results: [{ objective: 'Créer une relance', result: 'partly' }],
} as const;

/** @returns the request afterwards */
async function keepFile(call: Ask, id: string) {
  const opened = await call('owner_day_file', { id });
  expect(opened?.file).toMatchObject({ version: 1, payer: null, kept: null });
  expect(await call('owner_see_day_file', { id })).toEqual(opened);
  const { file } = await call('owner_change_day_file', { id, version: 1, changes: FILE });
  expect(file).toMatchObject({ ...FILE, address: '3 rue des Lilas, 35000 Rennes', siren: '732829320' });
  const mark = { id, step: 'sent', day: parisDay(), print: 'a1' } as const;
  const marked = await call('owner_mark_paper', { ...mark, paper: 'programme', version: file.version });
  const state = {
    paper: 'programme',
    sentOn: parisDay(),
    signedOn: null,
    days: [DAYS[0]],
    print: 'a1',
    isValid: true,
    replaces: null,
    vat: null,
    deposit: false,
    left: null,
    payableFrom: null,
    texts: null,
  };
  expect(marked.file.papers).toContainEqual(state);
  const unmarked = await call('owner_leave_paper', {
    id,
    paper: 'programme',
    print: 'a2',
    version: marked.file.version,
  });
  expect(unmarked.file.papers).toContainEqual({ ...state, left: 'a2' });
  const { request } = await call('owner_mark_paper', { ...mark, paper: 'convention', version: unmarked.file.version });
  const person = await call('owner_person', { email: request.email });
  expect(person?.reservations.map(({ file: own }) => own?.payer)).toContain('agefice');
  return request;
}

async function handleMessage(call: Ask, id: string) {
  const answer = await call('owner_request', { id });
  const handled = await call('owner_handle', { id, version: answer?.request.version ?? 0, handled: true });
  await call('owner_verify', { id, version: handled.version });
  expect(await call('owner_spam', { ids: [id], expected: null })).toEqual({ count: 1 });
  expect(await call('owner_handle_all', { ids: [id], expected: null })).toEqual({ count: 0 });
  const list = { filter: 'all', search: '', size: 1, oldest: false } as const;
  const page = await call('owner_requests', { ...list, before: null });
  await call('owner_requests', { ...list, before: page.next });
  expect((await call('owner_requests', { ...list, before: null, search: 'Alex' })).found).toBeGreaterThan(0);
  await call('owner_export', {});
  await call('owner_person', { email: handled.email });
  await call('owner_erase_person', { email: handled.email, typed: handled.email });
  expect(await call('owner_person', { email: handled.email })).toBeNull();
  expect(await call('owner_request', { id })).toBeNull();
}

async function setUp(call: Ask) {
  const period = { first: DAYS[0], last: DAYS[1], label: 'Congés' };
  const rule = await call('owner_days', {});
  const { version } = await call('owner_set_days', { ...rule, periods: [period] });
  await call('owner_set_days', { ...rule, version });
  await call('owner_today', {});
  await call('owner_feed', {});
  await call('owner_renew_feed', {});
  await call('owner_feed', {});
  await call('owner_push', {});
  await call('owner_add_push', { endpoint: 'https://push.exemple.fr/a', p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) });
  await call('owner_remove_push', {});
  // The address is of no public machine, so the worker refuses it.
  await call('owner_set_own_calendar', { address: 'https://10.0.0.1/agenda.ics' });
  await call('owner_read_own_calendar', {});
  await call('owner_set_own_calendar', { address: null });
  await call('owner_own_calendar', {});
  await call('owner_figures', {});
  const year = Number(parisDay().slice(0, 4));
  await call('owner_training_year', { year });
  await call('owner_report_year', { year, filed: true });
  await call('owner_report_year', { year, filed: false });
  await call('owner_health', {});
  await call('owner_retry_mails', {});
  await call('owner_mail_records', {});
  await call('owner_confirm_retention', { requests: 0 });
  const { sessionId } = await call('owner_me', {});
  await call('owner_sessions', {});
  expect(await call('owner_end_session', { id: sessionId })).toEqual([]);
}

interface OwnerAnswer {
  readonly name: Name;
  readonly answer: unknown;
}

const root = join(__dirname, '../..');
const COMPILER = join(dirname(createRequire(__filename).resolve('typescript/package.json')), 'bin/tsc');
const WIRE = join(root, 'remote-owner/src/api/wire');

/** The compiler's verdict on real answers as values of the types of remote-owner, and on the list of functions. */
async function findTypeErrors(functions: readonly string[], answers: readonly OwnerAnswer[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  const listed = Object.fromEntries(functions.map((name) => [name, true]));
  const source = [
    `import type { OwnerCalls } from ${JSON.stringify(WIRE)};`,
    `export const functions: Readonly<Record<keyof OwnerCalls, true>> = ${JSON.stringify(listed)};`,
    ...answers.flatMap(({ name, answer }, at) => [
      // Of a constant, the compiler accepts further keys, which other readers have.
      `const given_${at} = ${JSON.stringify({ value: answer })} as const;`,
      `export const ${name}_${at}: Pick<OwnerCalls['${name}'], 'value'> = given_${at};`,
    ]),
  ];
  const project = join(folder, 'tsconfig.json');
  writeFileSync(join(folder, 'answers.ts'), source.join('\n'));
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), ...PROGRAM }));
  return promisify(execFile)(process.execPath, [COMPILER, '-p', project])
    .then(
      () => '',
      ({ stdout = '', message }: { readonly stdout?: string; readonly message: string }) => stdout || message,
    )
    .finally(() => rmSync(folder, { recursive: true }));
}

const PROGRAM = { compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] }, files: ['answers.ts'] };

const FORMATS = [
  [/At$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
  [/On$|^(date|dates|first|last|off|days)$/, /^\d{4}-\d\d-\d\d$/],
  [/^(from|to)$/, /^(\d\d:\d\d|\d{4}-\d\d-\d\d)$/],
] as const;

/** The texts whose names say that they are a moment, a day or a time, and that are none. */
function findWrongFormats(value: unknown, key = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => findWrongFormats(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => findWrongFormats(one, name));
  const format = FORMATS.find(([names]) => names.test(key))?.[1];
  return typeof value !== 'string' || !format || format.test(value) ? [] : [`${key}: ${value}`];
}
