import { addAll, tinyRemote, tinyShell, tinyStore } from '../../tests/support/tiny-site';
import { backendIncompatibilities, recordBackend } from '../compose/backend-fit';
import type { Store } from '../store/store';
import { changeIndex } from './change-index';
import { decideActivation, requireState } from './decide';
import { decideRollback } from './decide-rollback';

const sending = (...columns: string[]) => ({
  requires: {
    react: '^19.0.0',
    sharedUi: [],
    host: [],
    backend: { tables: { reservations: columns }, functions: {} },
  },
});
const accepting = (accepts: string[], needs: string[] = []) => ({
  tables: { reservations: { accepts, needs } },
  functions: {},
});

let store: Store;

beforeEach(async () => {
  store = await tinyStore([tinyShell(), tinyRemote('landing'), tinyRemote('booking', '1.0.0-a', sending('name'))]);
  await addAll(store, [tinyRemote('booking', '1.0.0-b', sending('name', 'company')), tinyRemote('landing', '1.0.0-b')]);
});

const activate = (name: string, id: string) =>
  changeIndex(store, '', (current) => decideActivation(store, requireState(current), { chosen: [{ name, id }] }));
const rollBack = () =>
  changeIndex(store, '', (current) => decideRollback(store, current, [{ name: 'booking', to: undefined }]));

test('a release whose column the backend lacks is not activated before the server is updated', async () => {
  await recordBackend(store, accepting(['name']));
  await expect(activate('booking', '1.0.0-b')).rejects.toThrow(
    "booking@1.0.0-b uses the column company of reservations, which the site's backend lacks. First update the site's server: a start with the new migrations adds what is missing. Then publish and activate the release. Nothing was changed.",
  );
  await recordBackend(store, accepting(['name', 'company']));
  expect((await activate('booking', '1.0.0-b'))?.entry.releases.booking?.active).toBe('1.0.0-b');
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
  expect((await activate('landing', '1.0.0-b'))?.entry.releases.landing?.active).toBe('1.0.0-b');
  expect((await rollBack())?.entry.releases.booking?.active).toBe('1.0.0-a');
});

test.each([
  ['unknown', null],
  ['damaged', '{'],
])('a backend whose description is %s refuses nothing', async (_how, stored) => {
  await recordBackend(store, null);
  if (stored) await store.blobs.replace('backend/accepts.json', stored);
  expect(await backendIncompatibilities(store, [tinyRemote('booking', '1.0.0-b', sending('company')).release])).toEqual(
    [],
  );
});
