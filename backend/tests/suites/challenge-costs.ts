import { randomUUID } from 'node:crypto';
import { answerHeader, challengeOf, challengesOf, RATE_LIMITED } from '../support/challenge';
import type { TestBackend } from '../support/engines';
import { reservation } from '../support/rows';
import { anyAddress, visitor } from '../support/visitor';

/** The cost of a challenge, by the submissions of the address and of the whole site. */
export function describeChallengeCosts(backend: () => TestBackend): void {
  const { query, setting, post, limited, stored } = challengesOf(backend);

  test.each([
    [5, 10],
    [24, 10],
    [25, 20],
    [35, 40],
    [64, 160],
    [200, 160],
  ])('an address with %s submissions within the window gets a challenge of %s rounds', async (submissions, cost) => {
    expect((await limited(submissions)).challenge.parameters.cost).toBe(cost);
  });

  test('an answer at half the current cost is accepted, and one at a quarter is refused', async () => {
    const cheap = await limited(5);
    const dear = await limited(25);
    expect(await post(dear.address, await answerHeader(cheap.challenge))).toMatchObject({ status: 201 });
    const another = await limited(5);
    const dearest = await limited(35);
    expect(await post(dearest.address, await answerHeader(another.challenge))).toMatchObject(RATE_LIMITED);
  });

  test('far above the usual total every address gets a challenge, and answered submissions are stored flagged', async () => {
    await setting('challenge_above_total', 0);
    try {
      const address = anyAddress();
      const asked = await visitor(backend(), address).post('reservations?select=id', reservation, {
        prefer: 'return=representation',
      });
      expect(asked).toMatchObject({ status: 429, body: { code: 'CHALLENGE_REQUIRED', details: null } });
      expect(asked.headers.get('retry-after')).toBeNull();
      const attempt = randomUUID();
      expect(await post(address, await answerHeader(challengeOf(asked), attempt))).toMatchObject({ status: 201 });
      expect(await stored(attempt)).toEqual([{ flagged: true, unwanted: false }]);
    } finally {
      await setting('challenge_above_total', 100_000);
    }
  });

  test('a limit per address that is raised for a run does not switch the limit of the whole site off', async () => {
    const { owner } = backend();
    await setting('challenge_above_total', 0);
    await query("insert into private.submissions (address_hash) values ('x')");
    await owner.script('begin');
    try {
      await query("select set_config('app.settings.per_address', '1000', true)");
      await query("select set_config('request.headers', $1, true)", [`{"x-forwarded-for": "${anyAddress()}"}`]);
      await owner.script('set local role anon');
      await expect(
        owner.script("insert into public.reservations (name, email) values ('A', 'a@exemple.fr')"),
      ).rejects.toMatchObject({ code: 'PGRST', message: expect.stringContaining('CHALLENGE_REQUIRED') });
    } finally {
      await owner.script('rollback');
      await setting('challenge_above_total', 100_000);
    }
  });

  test('the cost doubles with each doubling of the total, up to eight times', async () => {
    await query('delete from private.submissions');
    await setting('challenge_above_total', 10);
    const costs = [];
    for (const total of [10, 11, 19, 20, 40, 80, 200]) {
      await query('delete from private.submissions');
      await query("insert into private.submissions (address_hash) select 'x' from generate_series(1, $1)", [total]);
      const answer = await post(anyAddress());
      costs.push(answer.status === 201 ? 0 : challengeOf(answer).parameters.cost);
    }
    await setting('challenge_above_total', 100_000);
    expect(costs).toEqual([0, 10, 10, 20, 40, 80, 80]);
  });
}
