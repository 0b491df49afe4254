import {
  addAll,
  exampleRelease,
  offering,
  requiring,
  routeTo,
  tinyRemote,
  tinyShell,
  tinyStore,
} from '../../tests/support/tiny-site';
import { changeSite } from '../changes/change';
import { decideActivation, requireState } from '../changes/decide';
import { decideRollback } from '../changes/roll-back';
import type { Store } from '../store/store';
import { backendIncompatibilities, incompatibilities, incompatibilitiesOf, recordBackend } from './compatibility';

describe('a shell and its remotes', () => {
  const shell = tinyShell('1.0.0-s1').release;
  const landing = exampleRelease({ name: 'landing', routes: [routeTo('/')] });
  const booking = exampleRelease({ routes: [routeTo('/booking')] });
  const needing = (requires: Partial<typeof booking.requires>) =>
    exampleRelease({ ...booking, requires: { ...booking.requires, ...requires } });

  test('finds no incompatibilities between compatible releases', () => {
    const modest = needing({ sharedUi: ['Button'], host: ['site', 'navigate'] });
    expect(incompatibilities(shell, [landing, modest])).toEqual([]);
  });

  test.each([
    [
      'another React',
      needing({ react: '^18.0.0' }),
      'booking@1.0.0-a needs React ^18.0.0, and shell@1.0.0-s1 has 19.3.1',
    ],
    [
      'a newer React',
      needing({ react: '^19.4.0' }),
      'booking@1.0.0-a needs React ^19.4.0, and shell@1.0.0-s1 has 19.3.1',
    ],
    [
      'parts that shared-ui lacks',
      needing({ sharedUi: ['Button', 'Chart', 'Map'] }),
      'booking@1.0.0-a uses Chart, Map of shared-ui, which shell@1.0.0-s1 lacks',
    ],
    [
      'members that the host lacks',
      needing({ host: ['site', 'locale'] }),
      'booking@1.0.0-a uses locale of the host, which shell@1.0.0-s1 lacks',
    ],
  ])('refuses a remote that needs %s', (_, remote, why) => {
    expect(incompatibilitiesOf(shell, remote)).toEqual([why]);
    expect(incompatibilities(shell, [landing, remote])).toEqual([why]);
  });

  test('refuses a shell that does not list what it offers', () => {
    const mute = exampleRelease({ name: 'shell', id: '1.0.0-mute' });
    const why = 'shell@1.0.0-mute does not list what it offers';
    expect(incompatibilitiesOf(mute, booking)).toEqual([why]);
    expect(incompatibilities(mute, [booking])).toEqual([why]);
  });

  test('refuses a shell that links to a page without an active release', () => {
    expect(incompatibilities(shell, [booking])).toEqual([
      'no active release has the page home, to which shell@1.0.0-s1 links',
    ]);
  });

  test('refuses two remotes that have a page with the same path or name, and names both', () => {
    const twin = exampleRelease({ name: 'twin', routes: [routeTo('/booking', 'twin')] });
    expect(incompatibilities(shell, [landing, booking, twin])).toEqual([
      'booking@1.0.0-a and twin@1.0.0-a both have the path /booking of a page',
    ]);
    const thief = exampleRelease({ name: 'thief', routes: [routeTo('/other', 'home'), routeTo('/', 'start')] });
    expect(incompatibilities(shell, [landing, booking, thief])).toEqual([
      'landing@1.0.0-a and thief@1.0.0-a both have the path / of a page',
      'landing@1.0.0-a and thief@1.0.0-a both have the name home of a page',
    ]);
  });

  test('does not count the pages of a private part as link targets', () => {
    const own = exampleRelease({ name: 'owner', routes: [routeTo('/')], private: true });
    expect(incompatibilitiesOf(shell, own)).toEqual([]);
    expect(incompatibilities(shell, [own])).toEqual([
      'no active release has the page home, to which shell@1.0.0-s1 links',
    ]);
  });
});

describe('remotes that take the federation run time from their shell', () => {
  const { federation, ...early } = exampleRelease().requires;
  const light = tinyShell('1.0.0-s2', offering(federation ? { federation } : {}));

  let store: Store;

  beforeEach(async () => {
    store = await tinyStore([
      tinyShell(),
      tinyRemote('landing', '1.0.0-a', { requires: early }),
      tinyRemote('booking', '1.0.0-a', { requires: early }),
    ]);
    await addAll(store, [light, tinyRemote('landing', '1.0.0-b'), tinyRemote('booking', '1.0.0-b')]);
  });

  const activate = (...chosen: readonly (readonly [name: string, id: string])[]) =>
    changeSite(store, '', (current) =>
      decideActivation(store, current, { chosen: chosen.map(([name, id]) => ({ name, id })) }),
    );
  const rollBack = (...parts: readonly (readonly [name: string, to?: string])[]) =>
    changeSite(store, '', (current) =>
      decideRollback(
        store,
        current,
        parts.map(([name, to]) => ({ name, to })),
      ),
    );
  const activeIn = (changed: Awaited<ReturnType<typeof activate>>) =>
    Object.values(changed?.revision.releases ?? {}).map(({ active }) => active);

  test('a shell without it is activated together with remotes that do without, and goes back with them', async () => {
    const together = [
      ['shell', '1.0.0-s2'],
      ['landing', '1.0.0-b'],
      ['booking', '1.0.0-b'],
    ] as const;
    const why = (id: string) => `${id} takes the federation run time from its shell, and shell@1.0.0-s2 has none`;
    await expect(activate(['shell', '1.0.0-s2'])).rejects.toThrow(
      `${why('landing@1.0.0-a')}; ${why('booking@1.0.0-a')}. Nothing was changed. To change them together: "npx pnpm release activate shell@1.0.0-s2 landing@1.0.0-b booking@1.0.0-b".`,
    );
    const changed = await activate(...together);
    expect(activeIn(changed)).toEqual(['1.0.0-s2', '1.0.0-b', '1.0.0-b']);
    // No page falls back to a release that cannot run in it.
    const { body = '' } = changed?.revision.pages['/releases.json'] ?? {};
    expect(JSON.parse((await store.readBody(body)).toString()).remotes.booking).not.toHaveProperty('previous');

    await expect(rollBack(['booking'])).rejects.toThrow(
      `${why('booking@1.0.0-a')}. Nothing was changed. To change them together: "npx pnpm release rollback booking@1.0.0-a shell@1.0.0-s1".`,
    );
    const back = await rollBack(['booking', '1.0.0-a'], ['shell', '1.0.0-s1']);
    expect(activeIn(back)).toEqual(['1.0.0-s1', '1.0.0-b', '1.0.0-a']);
  });
});

describe('the backend', () => {
  const sending = (...reservations: string[]) => requiring({ backend: { tables: { reservations }, functions: {} } });
  const accepting = (accepts: string[], needs: string[] = []) => ({
    tables: { reservations: { accepts, needs } },
    functions: {},
  });

  let store: Store;

  beforeEach(async () => {
    store = await tinyStore([tinyShell(), tinyRemote('landing'), tinyRemote('booking', '1.0.0-a', sending('name'))]);
    await addAll(store, [
      tinyRemote('booking', '1.0.0-b', sending('name', 'company')),
      tinyRemote('landing', '1.0.0-b'),
    ]);
  });

  const activate = (name: string, id: string) =>
    changeSite(store, '', (current) => decideActivation(store, requireState(current), { chosen: [{ name, id }] }));
  const rollBack = () =>
    changeSite(store, '', (current) => decideRollback(store, current, [{ name: 'booking', to: undefined }]));

  test('a release whose column the backend lacks is not activated before the server is updated', async () => {
    await recordBackend(store, accepting(['name']));
    await expect(activate('booking', '1.0.0-b')).rejects.toThrow(
      "booking@1.0.0-b uses the column company of reservations, which the site's backend lacks. First update the site's server: a start with the new migrations adds what is missing. Then publish and activate the release. Nothing was changed.",
    );
    await recordBackend(store, accepting(['name', 'company']));
    expect((await activate('booking', '1.0.0-b'))?.revision.releases.booking?.active).toBe('1.0.0-b');
  });

  test('a rollback to a release that does not send a required column is refused', async () => {
    await activate('booking', '1.0.0-b');
    await recordBackend(store, accepting(['name', 'company'], ['name', 'company']));
    await expect(rollBack()).rejects.toThrow(
      "The site's backend needs the column company of reservations, which booking@1.0.0-a does not send.",
    );
  });

  test('a part that the backend does not fit leaves the others free to change', async () => {
    await activate('booking', '1.0.0-b');
    await recordBackend(store, accepting(['name']));
    expect((await activate('landing', '1.0.0-b'))?.revision.releases.landing?.active).toBe('1.0.0-b');
    expect((await rollBack())?.revision.releases.booking?.active).toBe('1.0.0-a');
  });

  test.each([
    ['unknown', null],
    ['damaged', '{'],
  ])('a backend whose description is %s refuses nothing', async (_how, stored) => {
    await recordBackend(store, null);
    if (stored) await store.blobs.replace('backend/accepts.json', stored);
    expect(
      await backendIncompatibilities(store, [tinyRemote('booking', '1.0.0-b', sending('company')).release]),
    ).toEqual([]);
  });
});
