import type { TestBackend } from '../support/backend';
import { evidenceOf } from '../support/evidence';
import { incident, livePage } from '../support/rows';
import { numbers } from '../support/times';

const PREVIOUS = '0.9.0-before';
const NONE = { served: 0, live: 0, failed: 0, recovered: 0, reporters: 0, networks: 0 };

/** What a watch reads of a release and of the one before it. */
export function describeEvidence(backend: () => TestBackend): void {
  const { query, live, fail, read, counts, empty } = evidenceOf(backend);
  const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
  beforeEach(empty);

  test('counts pages and failures of a release since a moment, and of the previous one in thirty days', async () => {
    const { remote, release } = incident;
    await query('select private.add_served_pages($1)', [
      JSON.stringify({ [remote]: { [release]: { '/booking': 3, '/rappel': 2 }, [PREVIOUS]: { '/booking': 7 } } }),
    ]);
    for (const each of numbers(4)) await live(`192.0.2.${each}`, {});
    await live('192.0.2.5', { release: PREVIOUS });
    for (const [each, mended] of [null, 'retry', 'previous', 'copy'].entries()) {
      await fail(`192.0.2.${each}`, { mended });
    }
    await query(
      `insert into public.incidents (remote, release, phase, code, route, created_at)
         values ($1, $2, 'page', 'network', '/', now() - interval '2 hours'),
           ($1, $3, 'page', 'network', '/', now() - interval '20 days')`,
      [remote, release, PREVIOUS],
    );
    expect(await read(anHourAgo(), PREVIOUS)).toEqual({
      name: remote,
      id: release,
      since: { served: 5, live: 4, failed: 1, recovered: 3, reporters: 3, networks: 0 },
      before: { served: 7, live: 1, failed: 1, recovered: 0, reporters: 1, networks: 0 },
      unattributed: 0,
    });
  });

  test('counts the networks of all servers and hours, each once', async () => {
    const { remote, release } = incident;
    const reach = (groups: readonly number[], id = release) =>
      query('select private.add_served_networks($1)', [JSON.stringify({ [remote]: { [id]: groups } })]);
    await reach([0, 5, 63]);
    await query("update private.served_networks set hour = hour - interval '1 hour'");
    await reach([5, 63]);
    await reach([63, 7, 7]);
    await reach([1], PREVIOUS);
    const twoHoursAgo = new Date(Date.now() - 7_200_000).toISOString();
    expect((await read(twoHoursAgo, PREVIOUS))?.since.networks).toBe(4);
    expect((await read(new Date().toISOString(), PREVIOUS))?.since.networks).toBe(3);
    expect((await read(twoHoursAgo, PREVIOUS))?.before?.networks).toBe(1);
  });

  test('a release without a previous one has nothing to compare with, and an unknown one has no counts', async () => {
    expect(await read(anHourAgo())).toMatchObject({ since: NONE, before: null });
    expect(await read(anHourAgo(), PREVIOUS)).toMatchObject({ since: NONE, before: NONE });
  });

  test('a shell that does not start blames no release', async () => {
    await fail('192.0.2.1', { remote: 'shell', release: livePage.shell, phase: 'shell' });
    await fail('192.0.2.2', { remote: 'shell', release: livePage.shell, phase: 'render' });
    expect(await read(anHourAgo(), null, { name: 'shell', id: livePage.shell })).toMatchObject({
      since: { ...NONE, failed: 2, reporters: 1 },
      unattributed: 1,
    });
    expect(await read(anHourAgo())).toMatchObject({ since: NONE, unattributed: 1 });
  });

  test('a failure that a retry mended does not hide the failure that follows', async () => {
    await fail('192.0.2.1', { mended: 'retry' });
    await fail('192.0.2.1', {});
    expect(await counts()).toMatchObject({ failed: 1, recovered: 1, reporters: 1 });
  });

  test('failures of previews are left out', async () => {
    await fail('192.0.2.1', { preview: true });
    expect(await counts()).toEqual(NONE);
  });
}
