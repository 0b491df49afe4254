import type { TestBackend } from '../support/backend';
import { book, IMPOSSIBLE, type OwnedRequest, ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';

const STEPS = ['held', 'paid', 'convention_signed', 'convention_sent'];

/** What the owner notes after a confirmation. */
export function describeFollowUp(backend: () => TestBackend): void {
  let owner: Awaited<ReturnType<typeof ownerCalls>>;
  beforeAll(async () => {
    owner = await ownerCalls(backend());
  });
  const [today, yesterday] = [parisDay(), parisDay(-1)];
  const noted = async (id: string, step: string, day: string | null = today) =>
    owner.read<OwnedRequest>('follow_up', { id, version: (await owner.one(id)).version, step, day });

  test('each step is noted once with its day in any order, taken back by itself, and written in the history', async () => {
    const id = await book(backend(), parisDay(330));
    await owner.confirm(id);
    for (const step of STEPS) await noted(id, step);
    const all = { held: today, paid: today, convention_signed: today, convention_sent: today };
    const whole = await owner.one(id);
    expect(whole.followUp).toEqual(all);
    expect(await noted(id, 'paid')).toEqual(whole);
    const { paid: _, ...others } = all;
    expect((await noted(id, 'paid', null)).followUp).toEqual(others);
    expect((await noted(id, 'held', yesterday)).followUp).toEqual({ ...others, held: yesterday });
    const { history } = await owner.read<{ history: { action: string; detail: unknown }[] }>('request', { id });
    expect(history.slice(2).map(({ action, detail }) => [action, detail])).toEqual([
      ...STEPS.map((step) => [step, [today]]),
      ['paid_undone', null],
      ['held', [yesterday]],
    ]);
  });

  test('only a confirmed reservation can be followed up, and a cancelled one keeps what was noted', async () => {
    const id = await book(backend(), parisDay(332));
    const step = { id, step: 'paid', day: today };
    expect(await owner.call('follow_up', { ...step, version: 2 })).toMatchObject(IMPOSSIBLE);
    await owner.confirm(id);
    const { version } = await noted(id, 'paid');
    const cancelled = await owner.read<OwnedRequest>('cancel', { id, version });
    expect(cancelled.followUp).toEqual({ paid: today });
    expect(await owner.call('follow_up', { ...step, version: cancelled.version })).toMatchObject(IMPOSSIBLE);
  });

  test('a day to come, an unknown step and an outdated version are refused', async () => {
    const id = await book(backend(), parisDay(333));
    const { version } = await owner.confirm(id);
    const step = { id, version, step: 'paid', day: today };
    expect(await owner.call('follow_up', { ...step, day: parisDay(1) })).toMatchObject(IMPOSSIBLE);
    expect(await owner.call('follow_up', { ...step, step: 'note' })).toMatchObject({ status: 400 });
    expect(await owner.call('follow_up', { ...step, step: null })).toMatchObject({ status: 400 });
    const old = await owner.call('follow_up', { ...step, version: version - 1 });
    expect(old).toMatchObject({ status: 409, body: { code: 'CHANGED_SINCE' } });
    expect((await owner.one(id)).followUp).toEqual({});
  });
}
