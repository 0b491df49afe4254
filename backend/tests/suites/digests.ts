// Run by backend/tests/backend.test.ts and backend/tests/owner-requests.test.ts.
import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { ownerCalls } from '../support/owner';
import { contact, datesOf, parisDay, reservation, reserve } from '../support/rows';
import { type Claim, callDuring, outboxOf } from '../support/upkeep';
import { visitor } from '../support/visitor';

type RequestId = Readonly<Record<'id', string>>;

const requestIdsIn = (mail?: Claim) => ((mail?.detail.requests ?? []) as RequestId[]).map(({ id }) => id);

export function describeDigests(backend: () => TestBackend): void {
  const { query, empty, claim, waitOf, sendContact } = outboxOf(backend);
  const limit = (mailsPerHour: number) => query('update private.settings set mails_per_hour = $1', [mailsPerHour]);
  const open = () => query<{ id: string }>("select id from private.outbox where kind = 'digest' and sent_at is null");
  const claimDue = async () => {
    await query('update private.outbox set not_before = now() where sent_at is null');
    return claim();
  };
  const sent = (id: string | undefined) => query('select private.mail_sent($1)', [id]);

  beforeEach(() => empty().then(() => limit(3)));
  afterAll(() => limit(100_000));

  test('above the hourly limit requests are queued in one digest, and in single mails an hour later', async () => {
    for (const id of [await sendContact(), await sendContact(), await sendContact()]) {
      const mail = await claim();
      expect(mail).toMatchObject({ kind: 'contact', detail: { id } });
      await sent(mail?.id);
    }
    const [first, second] = [await sendContact(), await reserve(visitor(backend()))];
    await visitor(backend()).post('reservation_dates', datesOf(second, parisDay(5)));
    const [digest, ...others] = await open();
    expect(others).toEqual([]);
    expect(await claim()).toBeUndefined();
    expect(await waitOf(digest?.id ?? '')).toBeGreaterThan(280);

    const mail = await claimDue();
    expect(mail).toMatchObject({
      id: digest?.id,
      kind: 'digest',
      detail: {
        contacts: 1,
        reservations: 1,
        flagged: 0,
        more: 0,
        since: expect.stringMatching(/^\d{4}-.*Z$/),
        requests: [
          { id: first, kind: 'contact', name: 'Camille Durand', email: contact.email, dates: [] },
          { id: second, kind: 'reservation', name: reservation.name, phone: null, dates: [parisDay(5)] },
        ],
      },
    });
    expect(await claim()).toBeUndefined();
    await sent(mail?.id);
    expect(await query('select from private.outbox where sent_at is null')).toEqual([]);
    await query("update private.outbox set created_at = created_at - interval '1 hour'");
    const after = await sendContact();
    expect(await claim()).toMatchObject({ kind: 'contact', detail: { id: after } });
  });

  test('a digest names twenty requests and counts all, and the next one is due an hour later', async () => {
    await limit(0);
    for (let time = 0; time < 23; time += 1) await sendContact();
    const mail = await claimDue();
    expect(mail?.detail).toMatchObject({ contacts: 23, more: 3 });
    expect(mail?.detail.requests).toHaveLength(20);
    await sent(mail?.id);
    await sendContact();
    expect(await waitOf((await open())[0]?.id ?? '')).toBeGreaterThan(3600);
  });

  test.each([false, true])('a request that comes during a digest joins the next one (raced: %j)', async (raced) => {
    await limit(0);
    await sendContact();
    const first = await claimDue();
    const late = await sendContact();
    if (raced) {
      // It had joined this digest, unseen by its worker.
      await query('update private.outbox set digest_id = $1 where ref = $2', [first?.id, late]);
      await query("delete from private.outbox where kind = 'digest' and attempts = 0");
    }
    await sent(first?.id);
    expect(await query('select from private.outbox where ref = $1 and sent_at is null', [late])).toHaveLength(1);
    expect(await claim()).toBeUndefined();
    const second = await claimDue();
    expect(second?.id).not.toBe(first?.id);
    expect(requestIdsIn(second)).toEqual([late]);
  });

  test('a digest that fails is tried again with the same requests', async () => {
    await limit(0);
    const id = await sendContact();
    const first = await claimDue();
    await query('select private.mail_failed($1, $2)', [first?.id, 'away']);
    const late = await sendContact();
    const mails = [await claimDue(), await claim()];
    const reported = mails.map(requestIdsIn);
    expect(reported).toContainEqual([id]);
    expect(reported).toContainEqual([late]);
    expect(mails.map((mail) => mail?.messageId)).toContain(first?.messageId);
  });

  test('an erased request is left out of its digest, and an empty digest is not sent', async () => {
    await limit(0);
    const [one, other] = [await sendContact(), await sendContact()];
    await query('delete from public.contacts where id = $1', [one]);
    const mail = await claimDue();
    expect(requestIdsIn(mail)).toEqual([other]);
    await query('delete from public.contacts');
    await query('update private.outbox set claimed_until = now(), not_before = now()');
    expect(await claim()).toBeUndefined();
    expect(await open()).toEqual([]);
    // A manual deletion leaves these rows, which must not open digests for ever.
    expect(await query('select from private.outbox where sent_at is null')).toEqual([]);
  });

  test("dates added after a digest with their reservation are listed once, in the digest after the window's end", async () => {
    await limit(0);
    const by = visitor(backend());
    const id = await reserve(by);
    await by.post('reservation_dates', datesOf(id, parisDay(1)));
    await sent((await claimDue())?.id);
    await by.post('reservation_dates', datesOf(id, parisDay(2)));
    await by.post('reservation_dates', datesOf(id, parisDay(3)));
    expect((await claimDue())?.detail.requests).toMatchObject([
      { id, kind: 'dates', dates: [parisDay(1), parisDay(2), parisDay(3)] },
    ]);
  });

  test('dates added while a worker takes the digest with their reservation are in the next one', async () => {
    await limit(0);
    const by = visitor(backend());
    const id = await reserve(by);
    await query('update private.outbox set not_before = now()');
    await callDuring(backend(), 'select private.claim_mail()', () =>
      by.post('reservation_dates', datesOf(id, parisDay(1))),
    );
    expect((await claimDue())?.detail.requests).toMatchObject([{ id, kind: 'dates', dates: [parisDay(1)] }]);
  });

  test('40 parallel requests are all mailed, and few more than the limit in single mails', async () => {
    await limit(3);
    const ids = await Promise.all(Array.from({ length: 40 }, sendContact));
    const reported: string[] = [];
    let singles = 0;
    for (let mail = await claimDue(); mail; mail = await claim()) {
      if (mail.kind === 'contact') singles += 1;
      const { id, requests, more } = mail.detail as { id?: string; requests?: RequestId[]; more?: number };
      reported.push(
        ...(requests ? requests.map((one) => one.id) : [id ?? '']),
        ...Array<string>(more ?? 0).fill('more'),
      );
      await sent(mail.id);
    }
    expect(reported).toHaveLength(40);
    expect(reported.filter((one) => one !== 'more' && !ids.includes(one))).toEqual([]);
    // Simultaneous requests do not see each other.
    expect(singles).toBeLessThanOrEqual(13);
    expect(await query('select from private.outbox where sent_at is null')).toEqual([]);
  });
}

const FAILED = `3, now() - interval '1 hour', now() + interval '1 hour', null`;
const GIVEN_UP = `60, now() - interval '3 days', now(), now()`;

/** « Réessayer maintenant » of the owner's space. */
export function describeRetriedMails(backend: () => TestBackend): void {
  const { query, empty, claim } = outboxOf(backend);
  /** @param state attempts, first_tried_at, not_before, given_up_at @returns the id of the mail */
  const queue = async (state: string, { kind = 'reservation', day = parisDay(9), hash = false } = {}) => {
    const ref = randomUUID();
    await query(`insert into public.reservations (id, name, email) values ($1, 'Inès Roy', 'ines@exemple.fr')`, [ref]);
    await query('insert into public.reservation_dates (reservation_id, date) values ($1, $2)', [ref, day]);
    const [mail] = await query<{ id: string }>(
      `insert into private.outbox (kind, ref, attempts, first_tried_at, not_before, given_up_at, recipient_hash)
         values ($1, $2, ${state}, $3) returning id`,
      [kind, ref, hash ? 'a' : null],
    );
    return mail?.id ?? '';
  };
  const toVisitor = { kind: 'confirmation', hash: true };
  const due = async () =>
    (
      await query<{ id: string }>(
        `select id from private.outbox where sent_at is null and given_up_at is null and not_before <= now()
           and coalesce(claimed_until, '-infinity') <= now() order by id`,
      )
    ).map(({ id }) => id);
  const owner = ownerCalls(backend);
  const failed = () => owner.read<{ mails: { failed: number } }>('health');
  const retry = () => owner.read('retry_mails');

  beforeEach(empty);
  afterEach(() => query('update private.settings set mails_per_hour = default, visitor_mails_per_hour = default'));
  afterAll(empty);

  test('mails that wait for another try, or were given up, are due at once, as if never tried', async () => {
    const ids = [await queue(FAILED), await queue(GIVEN_UP), await queue(GIVEN_UP, toVisitor)];
    expect((await failed()).mails).toMatchObject({ failed: 3 });
    expect(await retry()).toEqual({ retried: 3, left: 0 });
    expect(await due()).toEqual(ids);
    expect((await failed()).mails).toMatchObject({ failed: 0, givenUp: 0, waiting: 3 });
    expect(await claim()).toMatchObject({ id: ids[0], attempts: 1 });
    expect(await retry()).toEqual({ retried: 0, left: 0 });
  });

  test('what was sent, is being sent, was never tried or is a code stays as it is', async () => {
    const [sent, claimed, fresh] = [
      await queue(FAILED),
      await queue(FAILED),
      await queue(`0, null, now() + '1 h', null`),
    ];
    await query('update private.outbox set sent_at = now() where id = $1', [sent]);
    await query(`update private.outbox set claimed_until = now() + interval '1 minute' where id = $1`, [claimed]);
    await query(
      `insert into private.outbox (kind, attempts, not_before) values ('code', 1, now() + interval '1 hour')`,
    );
    const rows = () => query('select * from private.outbox order by id');
    const before = await rows();
    expect(fresh).not.toBe('');
    expect((await failed()).mails).toMatchObject({ failed: 0 });
    expect(await retry()).toEqual({ retried: 0, left: 0 });
    expect(await rows()).toEqual(before);
  });

  test('nobody is mailed about days that are over', async () => {
    await queue(GIVEN_UP, { ...toVisitor, day: parisDay(-1) });
    expect(await retry()).toEqual({ retried: 0, left: 0 });
    expect(await due()).toEqual([]);
  });

  test('no more are due in an hour than the limits allow, with those that were sent, the oldest first', async () => {
    await query('update private.settings set mails_per_hour = 3, visitor_mails_per_hour = 1');
    const sent = await queue(FAILED);
    await query('update private.outbox set sent_at = now() where id = $1', [sent]);
    const toOwner = [await queue(GIVEN_UP), await queue(FAILED), await queue(FAILED)];
    const toVisitors = [await queue(FAILED, toVisitor), await queue(FAILED, toVisitor)];
    expect(await retry()).toEqual({ retried: 3, left: 2 });
    expect(await due()).toEqual([toOwner[0], toOwner[1], toVisitors[0]]);
    expect(await retry()).toEqual({ retried: 0, left: 2 });
    await query(`update private.outbox set sent_at = now() - interval '2 hours' where id <> all ($1)`, [
      [toOwner[2], toVisitors[1]],
    ]);
    expect(await retry()).toEqual({ retried: 2, left: 0 });
  });
}
