import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { upkeepOf } from '../support/upkeep';

const counts = { served: 34, live: 30, opened: 28, started: 25, networks: 29, reporters: 3 };
const notice = {
  seq: 12,
  outcome: 'returned',
  because: 'failures',
  parts: [{ name: 'booking', id: '1.0.0-b', previous: '1.0.0-a', since: counts, before: null }],
};

/** What the guard of the site's servers tells: each outcome once, however often it is told. */
export function describeWatchedChanges(backend: () => TestBackend): void {
  const { query, quiet } = outboxOf(backend);
  const { concernsOf } = upkeepOf(backend);
  const tell = (changes: object = {}) =>
    query('select private.tell_watched_change($1)', [
      JSON.stringify({ ...notice, at: new Date().toISOString(), ...changes }),
    ]);
  const mails = () => query("select from private.outbox where kind = 'concerns'");
  const send = () => query("update private.outbox set sent_at = now() where kind = 'concerns'");

  beforeEach(quiet);
  beforeEach(() => query('delete from private.watched_changes'));
  afterAll(() => query('delete from private.watched_changes'));

  test('a release that went back is an urgent concern with its figures', async () => {
    await tell();
    expect(await concernsOf('watch')).toEqual([
      {
        kind: 'watch',
        isUrgent: true,
        outcome: 'returned',
        because: 'failures',
        remote: 'booking',
        release: '1.0.0-b',
        previous: '1.0.0-a',
        served: 29,
        live: 25,
        reporters: 3,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  test('the same told by several servers, again and again, is one mail; another outcome is another', async () => {
    for (const each of [1, 2, 3]) await tell({ at: new Date(Date.now() + each).toISOString() });
    await query('select private.queue_concerns()');
    expect(await mails()).toHaveLength(1);
    const [mail] = await query<{ detail: { concerns: unknown[] } }>('select detail from private.claim_mail()');
    expect(mail?.detail.concerns).toHaveLength(1);
    await send();
    await tell();
    await query('select private.queue_concerns()');
    expect(await mails()).toHaveLength(1);
    await tell({ outcome: 'unattributed', because: undefined });
    await query('select private.queue_concerns()');
    expect(await mails()).toHaveLength(2);
  });

  test.each(['25 hours', '-2 hours'])('what was told %s ago is no concern of today', async (age) => {
    await tell();
    await query('update private.watched_changes set at = now() - $1::interval', [age]);
    expect(await concernsOf('watch')).toEqual([]);
  });
}
