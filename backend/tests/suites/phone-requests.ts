import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { book, type OwnedRequest, ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';
import { anyVisitor, visitorMailsOf } from '../support/visitor-mails';

interface Added {
  readonly request: OwnedRequest;
  readonly isTold: boolean;
}

/** Requests that the owner enters for people who telephone. */
export function describePhoneRequests(backend: () => TestBackend): void {
  const { query, reset, switchOff } = visitorMailsOf(backend);
  const mailsAbout = (id: string) => query('select kind from private.outbox where ref = $1', [id]);
  const typed = (changes: object = {}) => ({
    ...{ attempt: randomUUID(), name: ' Inès Roy ', email: anyVisitor(), phone: '06 39 98 00 00' },
    ...{ dates: [parisDay(301), parisDay(300)], is_agefice: true, note: ' rappeler\r\nlundi ' },
    ...changes,
  });
  let owner: Awaited<ReturnType<typeof ownerCalls>>;
  beforeAll(async () => {
    owner = await ownerCalls(backend());
    await reset();
  });
  afterAll(switchOff);

  test('a request is stored as a visitor’s, to be confirmed, and its history begins with the call', async () => {
    const { request, isTold } = await owner.read<Added>('add_request', typed());
    expect(request).toMatchObject({ name: 'Inès Roy', phone: '06 39 98 00 00', isAgefice: true, flagged: false });
    expect(request).toMatchObject({ status: 'nouvelle', dates: [parisDay(300), parisDay(301)], confirmedDates: [] });
    expect(request.note).toBe('rappeler\nlundi');
    const { history } = await owner.read<{ history: object[] }>('request', { id: request.id });
    expect(history).toMatchObject([{ who: owner.email, action: 'entered', detail: request.dates }]);
    expect(isTold).toBe(false);
    expect(await mailsAbout(request.id)).toEqual([]);
    expect(await owner.confirm(request.id)).toMatchObject({ status: 'confirmee' });
  });

  test('the person gets a receipt only if the owner wishes and the site mails visitors', async () => {
    const told = await owner.read<Added>('add_request', typed({ tell: true }));
    expect(told.isTold).toBe(true);
    expect(await mailsAbout(told.request.id)).toEqual([{ kind: 'receipt' }]);
    await query('update private.settings set visitor_mails = false');
    const untold = await owner.read<Added>('add_request', typed({ tell: true }));
    expect(untold.isTold).toBe(false);
    expect(await mailsAbout(untold.request.id)).toEqual([]);
    await query('update private.settings set visitor_mails = true');
  });

  test('a request that is sent again after a lost answer is stored once', async () => {
    const args = typed();
    const { request } = await owner.read<Added>('add_request', args);
    expect((await owner.read<Added>('add_request', args)).request).toEqual(request);
    expect(await query('select from public.reservations where email = $1', [args.email])).toHaveLength(1);
  });

  test('many requests that the owner enters at once are neither counted nor flagged', async () => {
    const before = await query('select from private.submissions');
    for (let count = 0; count < 7; count += 1) {
      expect((await owner.read<Added>('add_request', typed())).request).toMatchObject({ flagged: false });
    }
    expect(await query('select from private.submissions')).toHaveLength(before.length);
  });

  test('a closed, past or distant day is refused as a visitor’s, and nothing is stored', async () => {
    const closed = parisDay(310);
    await query('update private.opening_rule set off = $1', [[closed]]);
    for (const [day, code] of [
      [closed, 'DATE_CLOSED'],
      [parisDay(-1), 'DATE_PAST'],
      [parisDay(3000), 'DATE_TOO_FAR'],
    ]) {
      const args = typed({ dates: [parisDay(300), day] });
      expect(await owner.call('add_request', args)).toMatchObject({ status: 400, body: { code, details: day } });
      expect(await query('select from public.reservations where email = $1', [args.email])).toEqual([]);
    }
    await query("update private.opening_rule set off = '{}'");
  });

  test('a day that is confirmed for another is asked about, also where such days are closed to visitors', async () => {
    const day = parisDay(320);
    await owner.confirm(await book(backend(), day));
    await query('update private.opening_rule set confirmed_days = true');
    const args = typed({ dates: [day] });
    expect(await owner.call('add_request', args)).toMatchObject({ status: 409, body: { code: 'DAY_TAKEN' } });
    const { request } = await owner.read<Added>('add_request', { ...args, also_confirmed: [day] });
    expect(request).toMatchObject({ status: 'nouvelle', dates: [day], takenDates: [day] });
    await query('update private.opening_rule set confirmed_days = false');
  });

  test.each([
    ['no day', { dates: [] }, 409],
    ['no address', { email: null }, 400],
    ['an address that the form refuses', { email: 'ines@exemple' }, 400],
    ['no name', { name: ' ' }, 400],
    ['more days than a visitor may choose', { dates: Array.from({ length: 32 }, (_, at) => parisDay(300 + at)) }, 400],
  ])('a request with %s is refused', async (_, changes, status) => {
    expect(await owner.call('add_request', typed(changes))).toMatchObject({ status });
  });
}
