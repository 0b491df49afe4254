import type { Store } from '@site/release-core/store/store';
import { activateNew } from '@site/release-core/tests/support/change';
import { tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { contextOn, runIn } from '../../tests/support/command-context';
import { describeOne } from '../terminal/help';
import { failures } from './failures';
import { grant } from './grant';
import { grants } from './grants';
import { log } from './log';
import { status } from './status';
import { verify } from './verify';

let store: Store;

beforeEach(async () => {
  store = await tinyStore();
  await activateNew(store, tinyRemote('booking', '1.0.0-b'));
  await runIn(grant, contextOn(store, { team: 'équipe réservation', claim: [] }), 'booking');
});

const READINGS = { status, failures, log, grants, verify };

test.each(Object.entries(READINGS))('%s answers --json with the keys that its help lists', async (_, command) => {
  const { json } = await runIn(command, { ...contextOn(store), root: '/nowhere' });
  expect(Object.keys(json as object).sort()).toEqual([...(command.jsonKeys ?? [])].sort());
  expect(describeOne(command)).toContain(`With --json, it answers an object with ${command.jsonKeys?.join(', ')}.`);
});

test('scripts read who may change what is active, and what is damaged', async () => {
  const jsonOf = async (command: (typeof READINGS)[keyof typeof READINGS]) =>
    (await runIn(command, { ...contextOn(store), root: '/nowhere' })).json;
  expect(await jsonOf(grants)).toMatchObject({
    grants: [{ to: 'équipe réservation', names: ['booking'], isWithdrawn: false, isExpired: false, lastChange: null }],
  });
  await store.blobs.replace('r/booking/1.0.0-b/remoteEntry.js', 'changed');
  expect(await jsonOf(verify)).toMatchObject({
    seq: 2,
    damage: expect.arrayContaining(['r/booking/1.0.0-b/remoteEntry.js has changed']),
    remarks: expect.any(Array),
  });
});
