import type { TestBackend } from '../support/backend';
import { anySecret, bookWithLink, type Managed, manage, secretOf } from '../support/managed';
import { ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';
import { times } from '../support/sign-in-calls';
import { anyAddress } from '../support/visitor';
import { anyVisitor, visitorMailsOf } from '../support/visitor-mails';

type Mails = ReturnType<typeof visitorMailsOf>;

interface Attack {
  /** Completes "a link withstands …". */
  readonly name: string;
  /** Whether the attack succeeded. */
  readonly run: (backend: TestBackend, mails: Mails) => Promise<boolean>;
  /** Disables the defence; the same attack then succeeds. */
  readonly without: string;
}

const day = parisDay(60);

const MAY_GIVE_UP_ANY = `create or replace function private.may_give_up(reservation public.reservations, day date)
  returns boolean language sql stable set search_path = '' return true`;

const attacks: readonly Attack[] = [
  {
    name: 'guessing from one network, as the right secret is refused after sixty wrong ones',
    run: async (backend) => {
      const { secret } = await bookWithLink(backend, [day]);
      const from = anyAddress();
      for (const _ of times(60)) await manage(backend, 'request', { secret: anySecret(), from });
      return (await manage(backend, 'request', { secret, from })).status === 200;
    },
    without: 'update private.settings set manage_per_address = 100000',
  },
  {
    name: 'guessing from one network in parallel',
    run: async (backend) => {
      const from = anyAddress();
      const guess = () => Promise.all(times(40).map(() => manage(backend, 'request', { secret: anySecret(), from })));
      return [...(await guess()), ...(await guess())].filter(({ status }) => status === 200).length > 60;
    },
    without: 'update private.settings set manage_per_address = 100000',
  },
  {
    name: 'changes without end, which would fill the owner’s mailbox',
    run: async (backend) => {
      const { id, secret } = await bookWithLink(backend, [day]);
      for (const one of times(11)) {
        const { body } = await manage(backend, 'request', { secret });
        const { version, days } = body as Managed;
        const from_day = days[0]?.date ?? '';
        await manage(backend, 'ask_day', { secret, version, from_day, to_day: parisDay(70 + one) });
      }
      const changes = "select from private.request_events where ref = $1 and who = 'visitor'";
      return (await backend.owner.query(changes, [id])).length > 10;
    },
    without: 'update private.settings set manage_changes_per_day = 100000',
  },
  {
    name: 'the link of an earlier mail, after a later one was sent',
    run: async (backend, { query, book, settle, claimed, sent, act }) => {
      await query('update public.reservation_dates set confirmed = false where confirmed');
      await settle();
      const id = await book({}, day);
      const receipt = await claimed();
      await sent(receipt?.id);
      await act(id, 'confirm', { dates: null });
      await sent((await claimed())?.id);
      const { body } = await manage(backend, 'request', { secret: secretOf(receipt) });
      return body !== null;
    },
    without: 'alter table private.outbox disable trigger renew_links',
  },
  {
    name: 'the link after the last day has passed',
    run: async (backend) => {
      const { id, secret } = await bookWithLink(backend, [day]);
      const past = 'update public.reservation_dates set date = $2 where reservation_id = $1';
      await backend.owner.query(past, [id, parisDay(0)]);
      expect((await manage(backend, 'request', { secret })).body).toMatchObject({ status: 'nouvelle' });
      await backend.owner.query(past, [id, parisDay(-1)]);
      return (await manage(backend, 'request', { secret })).body !== null;
    },
    without: `create or replace function private.last_day(reservation uuid) returns date
      language sql stable set search_path = '' return 'infinity'::date`,
  },
  {
    name: 'a day that is not of its request, to free another’s or to mail the owner',
    run: async (backend) => {
      const owner = await ownerCalls(backend);
      const other = await bookWithLink(backend, [parisDay(64), parisDay(65)]);
      await owner.confirm(other.id);
      const { id, secret, read } = await bookWithLink(backend, [day, parisDay(61)]);
      await manage(backend, 'give_up_day', { secret, version: (await read()).version, day: parisDay(64) });
      expect((await other.read()).days.map(({ confirmed }) => confirmed)).toEqual([true, true]);
      await backend.owner.query('delete from public.reservations where id = $1', [other.id]);
      return (await backend.owner.query('select from private.request_events where ref = $1', [id])).length > 0;
    },
    without: MAY_GIVE_UP_ANY,
  },
  {
    name: 'a day that is given up after it has passed',
    run: async (backend) => {
      const { id, secret, read } = await bookWithLink(backend, [day, parisDay(61)]);
      const past = 'update public.reservation_dates set date = $2 where reservation_id = $1 and date = $3';
      await backend.owner.query(past, [id, parisDay(-1), day]);
      const { version } = await read();
      return (await manage(backend, 'give_up_day', { secret, version, day: parisDay(-1) })).status === 200;
    },
    without: MAY_GIVE_UP_ANY,
  },
  {
    name: 'a page that cancels its own request in a stranger’s name, to mail the stranger once more',
    run: async (backend, { queued }) => {
      const before = (await queued()).length;
      const { secret, read } = await bookWithLink(backend, [day], { email: anyVisitor() });
      await manage(backend, 'cancel', { secret, version: (await read()).version });
      return (await queued()).length > before + 1;
    },
    without: `create or replace function private.is_vouched(reservation uuid) returns boolean
      language sql stable set search_path = '' return true`,
  },
];

/** Runs each attack twice: against the site, and without the defence that should stop it. */
export function describeManageLinkAttacks(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const { query } = mails;
  const definitionOf = async (name: string) =>
    (await query<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [name]))[0]?.text ?? '';
  const restore: string[] = [];

  beforeAll(async () => {
    for (const name of ['private.last_day', 'private.is_vouched', 'private.may_give_up'])
      restore.push(await definitionOf(name));
  });
  beforeEach(mails.reset);
  afterEach(async () => {
    for (const text of restore) await query(text);
    await query('alter table private.outbox enable trigger renew_links');
    await query('update private.settings set manage_per_address = default, manage_changes_per_day = default');
  });
  afterAll(mails.switchOff);

  test.each(attacks)('a link withstands $name', async ({ run, without }) => {
    expect(await run(backend(), mails)).toBe(false);
    await mails.reset();
    await query(without);
    expect(await run(backend(), mails)).toBe(true);
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
    expect(await query("select from private.request_events where ref = $1 and who = 'visitor'", [id])).toHaveLength(1);
  });

  test('of two days that are given up at once, or one twice, the database takes one', async () => {
    const { id, secret, read } = await bookWithLink(backend(), [day, parisDay(61), parisDay(62)]);
    const call = { secret, version: (await read()).version, day };
    const answers = await Promise.all([
      manage(backend(), 'give_up_day', call),
      manage(backend(), 'give_up_day', call),
      manage(backend(), 'give_up_day', { ...call, day: parisDay(61) }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await read()).days).toHaveLength(2);
    expect(await manage(backend(), 'give_up_day', call)).toMatchObject({ body: { code: 'CHANGED_SINCE' } });
    expect(await query("select from private.request_events where ref = $1 and who = 'visitor'", [id])).toHaveLength(1);
  });

  test('a day that was given up cannot be given up again with the present version', async () => {
    const { secret, read } = await bookWithLink(backend(), [day, parisDay(61)]);
    await manage(backend(), 'give_up_day', { secret, version: (await read()).version, day });
    const again = await manage(backend(), 'give_up_day', { secret, version: (await read()).version, day });
    expect(again).toMatchObject({ status: 409, body: { code: 'NOT_POSSIBLE' } });
    expect((await read()).days).toHaveLength(1);
  });

  test('the link of another request, or a wrong one, gives up no day', async () => {
    const { read } = await bookWithLink(backend(), [day, parisDay(61)]);
    const before = await read();
    const other = await bookWithLink(backend(), [parisDay(62), parisDay(63)]);
    const call = { version: before.version, day };
    expect(await manage(backend(), 'give_up_day', { ...call, secret: other.secret })).toMatchObject({ status: 409 });
    expect((await manage(backend(), 'give_up_day', { ...call, secret: anySecret() })).body).toBeNull();
    expect(await read()).toEqual(before);
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
