import type { ManagedDayFile } from '@site/contract/day-papers';
import type { TestBackend } from '../support/backend';
import { half, type Own, REFUSED, TODAY, WHOLE } from '../support/day-files';
import { detailsOf, IMPOSSIBLE, OUTDATED, ownerCalls } from '../support/owner';
import { parisDay } from '../support/rows';
import { anyAddress, visitor } from '../support/visitor';
import { anySecret, bookWithLink, visitorMailsOf } from '../support/visitor-mails';

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
