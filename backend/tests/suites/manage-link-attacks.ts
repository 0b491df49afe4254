import type { TestBackend } from '../support/backend';
import { anySecret, bookWithLink, manage, secretOf } from '../support/managed';
import { ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';
import { times } from '../support/times';
import { anyAddress } from '../support/visitor';
import { anyVisitor, visitorMailsOf } from '../support/visitor-mails';

const day = parisDay(60);

/** What a link withstands. */
export function describeManageLinkAttacks(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const { query, changesOf, act, settle } = mails;
  beforeEach(mails.reset);
  afterEach(() => query('update private.settings set manage_per_address = default, manage_changes_per_day = default'));
  afterAll(mails.switchOff);

  test('the right secret is refused to a network that has guessed too often, one by one or at once', async () => {
    await query('update private.settings set manage_per_address = 3');
    const { secret } = await bookWithLink(backend(), [day]);
    const [from, other] = [anyAddress(), anyAddress()];
    for (const _ of times(3)) await manage(backend(), 'request', { secret: anySecret(), from });
    expect((await manage(backend(), 'request', { secret, from })).status).toBe(429);
    const guesses = times(8).map(() => manage(backend(), 'request', { secret: anySecret(), from: other }));
    expect((await Promise.all(guesses)).filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test('changes without end, which would fill the owner’s mailbox, are refused', async () => {
    await query('update private.settings set manage_changes_per_day = 2');
    const { id, secret, read } = await bookWithLink(backend(), [day]);
    for (const one of times(3)) {
      const { version, days } = await read();
      const from_day = days[0]?.date ?? '';
      await manage(backend(), 'ask_day', { secret, version, from_day, to_day: parisDay(70 + one) });
    }
    expect(await changesOf(id)).toHaveLength(2);
  });

  test('the link of an earlier mail opens nothing after a later one was sent', async () => {
    await query('update public.reservation_dates set confirmed = false where confirmed');
    await settle();
    const id = await mails.book({}, day);
    const receipt = await mails.claimed();
    await mails.sent(receipt?.id);
    const open = async () => (await manage(backend(), 'request', { secret: secretOf(receipt) })).body;
    expect(await open()).not.toBeNull();
    await act(id, 'confirm', { dates: null });
    await mails.sent((await mails.claimed())?.id);
    expect(await open()).toBeNull();
  });

  test('the link opens nothing once the last day has passed', async () => {
    const { id, read } = await bookWithLink(backend(), [day]);
    const past = 'update public.reservation_dates set date = $2 where reservation_id = $1';
    await query(past, [id, parisDay(0)]);
    expect(await read()).toMatchObject({ status: 'nouvelle' });
    await query(past, [id, parisDay(-1)]);
    expect(await read()).toBeNull();
  });

  test('neither a day of another request nor one that has passed can be given up, nor any with a wrong secret', async () => {
    const owner = await ownerCalls(backend());
    const other = await bookWithLink(backend(), [parisDay(64), parisDay(65)]);
    await owner.confirm(other.id);
    const { id, secret, read } = await bookWithLink(backend(), [day, parisDay(61)]);
    const past = 'update public.reservation_dates set date = $2 where reservation_id = $1 and date = $3';
    await query(past, [id, parisDay(-1), day]);
    const { version } = await read();
    for (const wrong of [parisDay(64), parisDay(-1)]) {
      expect((await manage(backend(), 'give_up_day', { secret, version, day: wrong })).status).toBe(409);
    }
    const guess = { secret: anySecret(), version, day: parisDay(61) };
    expect((await manage(backend(), 'give_up_day', guess)).body).toBeNull();
    expect(await read()).toMatchObject({ version });
    expect((await other.read()).days.map(({ confirmed }) => confirmed)).toEqual([true, true]);
    expect(await changesOf(id)).toEqual([]);
  });

  test('a page that cancels its own request in a stranger’s name mails the stranger no second time', async () => {
    const { secret, read } = await bookWithLink(backend(), [day], { email: anyVisitor() });
    await manage(backend(), 'cancel', { secret, version: (await read()).version });
    expect(await mails.queued()).toHaveLength(1);
  });

  test('of two changes at once, or one that is sent again, the database makes one', async () => {
    const { id, secret, read } = await bookWithLink(backend(), [day]);
    const { version } = await read();
    const call = { secret, version };
    const answers = await Promise.all([
      manage(backend(), 'cancel', call),
      manage(backend(), 'ask_day', { ...call, from_day: day, to_day: parisDay(61) }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await manage(backend(), 'cancel', call);
    expect(again).toMatchObject({ status: 409, body: { code: 'CHANGED_SINCE' } });
    expect(await changesOf(id)).toHaveLength(1);
  });

  test('what the owner or a visitor does first refuses the other, with the present state', async () => {
    const owner = await ownerCalls(backend());
    const { id, secret, read } = await bookWithLink(backend(), [day]);
    const { version } = await read();
    await owner.confirm(id);
    const { status, body } = await manage(backend(), 'cancel', { secret, version });
    const { code, details } = body as { code: string; details: string };
    expect({ status, code, details: JSON.parse(details) }).toEqual({
      status: 409,
      code: 'CHANGED_SINCE',
      details: await read(),
    });
  });

  test('a forwarded link, or a mail scanner that opens it, changes nothing by reading', async () => {
    const { id, read } = await bookWithLink(backend(), [day]);
    const rows = () =>
      query(
        `select r::text as row from public.reservations r where r.id = $1
         union all select d::text from public.reservation_dates d where d.reservation_id = $1
         union all select e::text from private.request_events e where e.ref = $1`,
        [id],
      );
    const before = await rows();
    await read();
    await read();
    expect(await rows()).toEqual(before);
  });

  test.each(['is_spam', 'unwanted'])('the link of a request that is %s opens nothing', async (mark) => {
    const { id, read } = await bookWithLink(backend(), [day]);
    await query(`update public.reservations set ${mark} = true where id = $1`, [id]);
    expect(await read()).toBeNull();
  });
}
