import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';

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
  const failed = async () => (await ownerCalls(backend())).read<{ mails: { failed: number } }>('health');
  const retry = async () => (await ownerCalls(backend())).read('retry_mails');

  beforeEach(empty);
  afterEach(() => query('update private.settings set mails_per_hour = default, visitor_mails_per_hour = default'));
  afterAll(empty);

  test('mails that wait for another attempt, or were given up, are due at once, as if never tried', async () => {
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

  test('a digest that failed takes no further requests', async () => {
    await query(
      `insert into private.outbox (kind, attempts, first_tried_at, not_before)
         values ('digest', 2, now(), now() + interval '1 hour')`,
    );
    expect(await retry()).toEqual({ retried: 1, left: 0 });
    expect(await query('select attempts from private.outbox')).toEqual([{ attempts: 1 }]);
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

  test('two calls at once make each mail due once, within the limits', async () => {
    await query('update private.settings set mails_per_hour = 2');
    for (let mail = 0; mail < 3; mail += 1) await queue(FAILED);
    const answers = (await Promise.all([retry(), retry()])) as { retried: number; left: number }[];
    expect(answers.map(({ retried }) => retried).sort()).toEqual([0, 2]);
    expect(await due()).toHaveLength(2);
  });
}
