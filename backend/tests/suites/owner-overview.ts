import type { TestBackend } from '../support/backend';
import { book, type OwnedRequest, ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';

interface Health {
  readonly mails: { readonly waiting: number; readonly givenUp: number; readonly lastError: string | null };
  readonly retention: object | null;
  readonly database: { readonly bytes: number; readonly requests: number };
}

/** The agenda and the health of the site. */
export function describeOwnerOverview(backend: () => TestBackend): void {
  test('the agenda contains the confirmed days only, each with its reservations', async () => {
    const owner = await ownerCalls(backend());
    const [first, second, third] = [parisDay(400), parisDay(401), parisDay(402)];
    const id = await book(backend(), first, second, third);
    await book(backend(), second);
    const { version } = await owner.read<OwnedRequest>('confirm', { id, version: 2, dates: [third, first] });
    const request = await owner.one(id);
    expect(await owner.read('agenda', { first, last: third })).toEqual([
      { date: first, requests: [request] },
      { date: third, requests: [request] },
    ]);
    expect(await owner.read('agenda', { first: second, last: second })).toEqual([]);
    await owner.read('cancel', { id, version });
    expect(await owner.read('agenda', { first, last: third })).toEqual([]);
  });

  test.each([
    { first: '2026-01-01', last: '2036-01-01' },
    { first: null, last: '2026-01-01' },
    { first: 'x', last: '2026-01-01' },
  ])('an agenda of %j is refused', async (args) => {
    const owner = await ownerCalls(backend());
    expect(await owner.call('agenda', args)).toMatchObject({ status: 400 });
  });

  test('the owner can read how many mails wait or were given up, why, and how large the database is', async () => {
    const owner = await ownerCalls(backend());
    const before = await owner.read<Health>('health');
    const [{ id } = { id: '' }] = await backend().owner.query<{ id: string }>(
      `insert into public.reservations (name, email) values ('Camille', 'c@exemple.fr') returning id`,
    );
    await backend().owner.query(
      `insert into private.outbox (kind, ref, attempts, not_before, last_error, given_up_at)
         values ('reservation', $1, 2, now() + interval '1 hour', 'refusé', null),
           ('dates', $1, 60, now(), 'boîte pleine', now())`,
      [id],
    );
    const after = await owner.read<Health>('health');
    expect(after.mails).toMatchObject({
      waiting: before.mails.waiting + 1,
      givenUp: before.mails.givenUp + 1,
      lastError: 'boîte pleine',
    });
    expect(after.database.requests).toBe(before.database.requests + 1);
    expect(after.database.bytes).toBeGreaterThan(1_000_000);
    expect(after.retention).toBeNull();
  });
}
