import type { TestBackend } from '../support/backend';
import { times } from '../support/cases';
import { detailsOf, IMPOSSIBLE, OUTDATED, ownerCalls } from '../support/owner';
import { parisDay } from '../support/rows';
import { anyAddress, visitor } from '../support/visitor';
import {
  anySecret,
  anyVisitor,
  bookWithLink,
  type ManagedReservation,
  manage,
  secretOf,
  visitorMailsOf,
} from '../support/visitor-mails';

const day = parisDay(60);

export function describeManageLinkAttacks(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const mails = visitorMailsOf(backend);
  const { query, moveDays, changesOf, act, settle } = mails;
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

  test('a household or an office opens its own links as often as it likes', async () => {
    await query('update private.settings set manage_per_address = 2');
    const links = await Promise.all(times(3).map(() => bookWithLink(backend(), [day])));
    const from = anyAddress();
    await manage(backend(), 'request', { secret: anySecret(), from });
    for (const { secret } of [...links, ...links])
      expect((await manage(backend(), 'request', { secret, from })).status).toBe(200);
    expect((await manage(backend(), 'request', { secret: anySecret(), from })).status).toBe(200);
    expect((await manage(backend(), 'request', { secret: anySecret(), from })).status).toBe(429);
  });

  test('changes without end, which would fill the owner’s mailbox, are refused', async () => {
    await query('update private.settings set manage_changes_per_day = 2');
    const { id, read, change } = await bookWithLink(backend(), [day]);
    for (const one of times(3)) {
      const from_day = (await read()).days[0]?.date ?? '';
      await change('ask_day', { from_day, to_day: parisDay(70 + one) });
    }
    expect(await changesOf(id)).toHaveLength(2);
  });

  test('who has used up the changes of a day can still give up a day and cancel, and neither again without end', async () => {
    await query('update private.settings set manage_changes_per_day = 1');
    const { id, secret, change } = await bookWithLink(backend(), [day, parisDay(61)]);
    const fill = (version: number) =>
      visitor(backend()).post('rpc/manage_fill_day_file', { secret, version, changes: { priorLevel: 'Débute.' } });
    expect((await fill(1)).status).toBe(200);
    expect((await fill(2)).status).toBe(429);
    expect((await change('ask_day', { from_day: day, to_day: parisDay(62) })).status).toBe(429);
    expect((await change('give_up_day', { day: parisDay(61) })).status).toBe(200);
    for (const _ of times(3)) {
      const { status, body } = await change('cancel');
      expect([status, (body as ManagedReservation).status]).toEqual([200, 'annulee']);
    }
    expect((await changesOf(id)).map(({ action }) => action)).toEqual([
      'visitor_filled',
      'visitor_gave_up',
      'visitor_cancelled',
    ]);
  });

  test('the link of the receipt still opens the request after the confirmation, and ends when its address is corrected', async () => {
    await query('update public.reservation_dates set confirmed = false where confirmed');
    await settle();
    const id = await mails.book({}, day);
    const receipt = await mails.claimed();
    await mails.sent(receipt?.id);
    await act(id, 'confirm', { dates: null });
    const confirmation = await mails.claimed();
    await mails.sent(confirmation?.id);
    const open = async (mail: typeof receipt) => (await manage(backend(), 'request', { secret: secretOf(mail) })).body;
    const correct = (email: string) => query('update public.reservations set email = $2 where id = $1', [id, email]);
    const [{ email } = { email: '' }] = await query<{ email: string }>(
      'select email from public.reservations where id = $1',
      [id],
    );
    await correct(email.replace('@', '+formation@'));
    expect(await open(receipt)).toMatchObject({ status: 'confirmee' });
    expect(await open(confirmation)).toEqual(await open(receipt));
    await correct(anyVisitor());
    expect(await open(receipt)).toBeNull();
    expect(await open(confirmation)).toBeNull();
  });

  test('the address of the video call is read by who has the link of a confirmed day, up to that day', async () => {
    const videoLink = 'https://visio.example/salle';
    await query('select private.set_video_link($1)', [videoLink]);
    const { id, read, change } = await bookWithLink(backend(), [day, parisDay(61)]);
    const seen = async () => (await read())?.videoLink;
    expect(await seen()).toBeNull();
    expect((await manage(backend(), 'request', { secret: anySecret() })).body).toBeNull();
    await owner.act(id, 'confirm', { dates: [day] });
    expect(await seen()).toBe(videoLink);
    const { body } = await change('ask_day', { from_day: day, to_day: parisDay(62) });
    expect(body).toMatchObject({ status: 'nouvelle', videoLink });
    await moveDays(id, parisDay(0), day);
    expect(await seen()).toBe(videoLink);
    await moveDays(id, parisDay(-1), parisDay(0));
    expect(await seen()).toBeNull();
    const other = await bookWithLink(backend(), [day]);
    await owner.confirm(other.id);
    await other.change('cancel');
    expect(await other.read()).toMatchObject({ status: 'annulee', videoLink: null });
    await query('select private.set_video_link(null)');
  });

  test('the link opens nothing once the last day has passed', async () => {
    const { id, read } = await bookWithLink(backend(), [day]);
    await moveDays(id, parisDay(0));
    expect(await read()).toMatchObject({ status: 'nouvelle' });
    await moveDays(id, parisDay(-1));
    expect(await read()).toBeNull();
  });

  test.each([0, -1])('on a confirmed day and after it (%i), its link can neither cancel nor move it', async (ahead) => {
    const { id, read, change } = await bookWithLink(backend(), [day, parisDay(61)]);
    await owner.confirm(id);
    const confirmed = parisDay(ahead);
    await moveDays(id, confirmed, day);
    const before = await read();
    for (const [name, args] of [
      ['cancel', {}],
      ['give_up_day', { day: confirmed }],
      ['ask_day', { from_day: confirmed, to_day: parisDay(62) }],
    ] as const) {
      expect(await change(name, args)).toMatchObject(IMPOSSIBLE);
    }
    expect(await read()).toEqual(before);
    expect(await changesOf(id)).toEqual([]);
  });

  test('the link shows confirmed days for four months after the last one, and changes nothing then', async () => {
    const { id, read, change } = await bookWithLink(backend(), [day]);
    await owner.confirm(id);
    await moveDays(id, parisDay(-120));
    expect((await read()).days).toMatchObject([{ date: parisDay(-120), confirmed: true }]);
    expect((await change('cancel')).body).toBeNull();
    await moveDays(id, parisDay(-121));
    expect(await read()).toBeNull();
  });

  test('neither a day of another request nor one that has passed can be given up, nor any with a wrong secret', async () => {
    const other = await bookWithLink(backend(), [parisDay(64), parisDay(65)]);
    await owner.confirm(other.id);
    const { id, read, change } = await bookWithLink(backend(), [day, parisDay(61)]);
    await moveDays(id, parisDay(-1), day);
    const before = await read();
    for (const wrong of [parisDay(64), parisDay(-1)])
      expect(await change('give_up_day', { day: wrong })).toMatchObject(IMPOSSIBLE);
    expect((await change('give_up_day', { secret: anySecret(), day: parisDay(61) })).body).toBeNull();
    expect(await read()).toEqual(before);
    expect((await other.read()).days.map(({ confirmed }) => confirmed)).toEqual([true, true]);
    expect(await changesOf(id)).toEqual([]);
  });

  test('how many days are wanted is said of several dates alone, before one is confirmed, and in no other word', async () => {
    const { id, change } = await bookWithLink(backend(), [day, parisDay(61)]);
    for (const days_wanted of ['both', '', null])
      expect(await change('want_days', { days_wanted })).toMatchObject(IMPOSSIBLE);
    expect((await change('want_days', { secret: anySecret(), days_wanted: 'one' })).body).toBeNull();
    const single = await bookWithLink(backend(), [parisDay(64)]);
    expect(await single.change('want_days', { days_wanted: 'one' })).toMatchObject(IMPOSSIBLE);
    // Of two dates, one is over.
    const later = await bookWithLink(backend(), [parisDay(64), parisDay(65)]);
    await moveDays(later.id, parisDay(-1), parisDay(64));
    expect(await later.change('want_days', { days_wanted: 'one' })).toMatchObject(IMPOSSIBLE);
    await owner.act(id, 'confirm', { dates: [day] });
    expect(await change('want_days', { days_wanted: 'all' })).toMatchObject(IMPOSSIBLE);
    await change('ask_day', { from_day: day, to_day: parisDay(62) });
    expect(await change('want_days', { days_wanted: 'all' })).toMatchObject(IMPOSSIBLE);
    expect((await changesOf(id)).map(({ action }) => action)).toEqual(['visitor_asked']);
  });

  test('of two changes at once, or one that is sent again, the database makes one', async () => {
    const { id, read, change } = await bookWithLink(backend(), [day]);
    const { version } = await read();
    const answers = await Promise.all([
      change('cancel', { version }),
      change('ask_day', { version, from_day: day, to_day: parisDay(61) }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await change('cancel', { version });
    expect(late).toMatchObject(OUTDATED);
    expect(detailsOf(late)).toEqual(await read());
    expect(await changesOf(id)).toHaveLength(1);
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
