import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import type { Blobs } from './blobs';
import { folderBlobs } from './folder-blobs';
import { type Identity, sessionsIn } from './grants';

const NOW = new Date('2026-11-25T12:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const identity: Identity = { issuer: 'https://ci.example', jti: 'one', exp: NOW.getTime() / 1000 + 300 };

let folder: string;
let blobs: Blobs;
beforeEach(() => {
  folder = temporaryFolder();
  blobs = folderBlobs(folder);
});

const open = (changes: Partial<Identity> = {}, now = NOW) =>
  sessionsIn(blobs).open({ ...identity, ...changes }, 'grant', now);

test('a session has the grant of its identity token for half an hour', async () => {
  const session = await open();
  const { findGrant } = sessionsIn(blobs);
  expect(session?.until).toBe(later(30).toISOString());
  expect(await findGrant(session?.token ?? '', later(29.9))).toBe('grant');
  expect(await findGrant(session?.token ?? '', later(30))).toBeNull();
});

test('an identity token is exchanged once, also by two servers at the same time and after a restart', async () => {
  const ofServers = [blobs, folderBlobs(folder)].map((one) => sessionsIn(one).open(identity, 'grant', NOW));
  const both = await Promise.all(ofServers);
  expect(both.filter((one) => one !== null)).toHaveLength(1);
  blobs = folderBlobs(folder);
  expect(await open()).toBeNull();
});

test('tokens of another issuer may have the same jti', async () => {
  expect(await open()).not.toBeNull();
  expect(await open({ issuer: 'https://other.example' })).not.toBeNull();
});

test('a used identity token is remembered for as long as it is accepted', async () => {
  await open();
  await open({ jti: 'two' }, later(6));
  expect(await open({}, later(6))).toBeNull();
});

test('ended sessions are removed by a later exchange', async () => {
  await open();
  await open({ jti: 'two', exp: later(45).getTime() / 1000 }, later(40.1));
  expect(await blobs.list('scratch/sessions/')).toHaveLength(1);
});

test('only the token that was given is accepted, and it is not stored', async () => {
  const { token = '' } = (await open()) ?? {};
  const { findGrant } = sessionsIn(blobs);
  expect(await findGrant(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`, NOW)).toBeNull();
  expect(await findGrant(token.replace('site_session_', 'site_release_'), NOW)).toBeNull();
  expect(await findGrant('site_session_../grants/x', NOW)).toBeNull();
  const [name = ''] = await blobs.list('scratch/sessions/');
  expect((await blobs.get(`scratch/sessions/${name}`))?.toString()).not.toContain(token.slice(-43));
});
