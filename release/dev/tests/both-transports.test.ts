import { join } from 'node:path';
import { runTyped } from '@site/release-cli/terminal/run-typed';
import { changeSite } from '@site/release-core/changes/change';
import { decideComposition } from '@site/release-core/changes/decide';
import { addChecks } from '@site/release-core/checks/pairs';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { root } from '@site/release-core/tests/support/repository';
import {
  addAll,
  openTinySite,
  routeTo,
  tinyData,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { UserError } from '@site/release-core/user-error';
import { giveGrant, type InterfaceSite, serveInterface } from '@site/release-server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { HOSTED, runRelease } from './running-site';

const TEAM = 'équipe réservation';
const NAMES = ['shell', 'landing', 'booking', 'legal'];

let folder: string;
let site: InterfaceSite;
const before = { ...process.env };

// Progress goes to stderr.
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));

/** Two sites with the same releases: in a local folder, and behind the release interface. */
beforeAll(async () => {
  folder = temporaryFolder();
  Object.assign(process.env, HOSTED, {
    // There is no browser, so each transport must refuse an unchecked release.
    CHROMIUM_PATH: join(folder, 'no-browser'),
    SITE_CONFIG: join(root, 'site.json'),
  });
  const store = memoryStore();
  for (const place of [openSiteStore(join(folder, 'here')), store]) await fill(place);
  site = await serveInterface({ store, dataDir: join(folder, 'there') });
  const may = ['publish', 'activate', 'rollback', 'revoke', 'compose'] as const;
  const { token } = await giveGrant(store, { to: TEAM, names: NAMES, may: [...may] });
  process.env.RELEASE_TOKEN = token;
});
afterAll(() => {
  process.env = before;
  site.stop();
});

async function fill(store: Store) {
  const { releases } = await openTinySite(store, [
    tinyShell(),
    tinyRemote('landing'),
    tinyRemote('booking'),
    tinyRemote('legal', '1.0.0-a', { routes: [routeTo('/legal'), routeTo('/old')] }),
  ]);
  // A hosted database, so that no local one is queried for failures.
  const data = { ...tinyData, backend: { url: HOSTED.SUPABASE_URL, anonKey: HOSTED.SUPABASE_ANON_KEY } };
  await changeSite(store, '', async (current) => decideComposition(current, 'compose', { releases, data }));
  await addAll(store, [
    tinyRemote('booking', '1.0.0-b'),
    tinyRemote('booking', '1.0.0-c'),
    tinyRemote('booking', '1.0.0-d'),
    tinyRemote('legal', '1.0.0-b'),
  ]);
  const pairs = ['1.0.0-b', '1.0.0-c'].map((id) => ({ shell: '1.0.0-s1', name: 'booking', id, routes: [] }));
  await addChecks(store, pairs, { who: '', at: '', durationMs: 0 });
}

const TIMES = /\b\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d+ (s|min)\b/g;

/** Collapses spaces too: a longer time widens its column. */
const withoutTimes = (text: string) => text.replaceAll(TIMES, 'TIME').replaceAll(/ +/g, ' ');

// Each command continues from the state that the previous ones left.
test.each([
  ['status --json'],
  ['log --name booking --limit 2 --json'],
  ['failures --name booking --since 2026-11-01 --json'],
  ['speed'],
  ['activate booking@1.0.0-b --dry-run --json'],
  ['activate booking@1.0.0-b --why shorter'],
  ['rollback booking --to 1.0.0-a --from 1.0.0-b'],
  ['rollback --change 3'],
  ['activate booking@1.0.0-c'],
  ['hold legal --why audit --json'],
  ['resume legal'],
  ['activate legal@1.0.0-b --unchecked --why moved'],
  ['activate legal@1.0.0-b --unchecked --why moved --retire /old --redirect /legal'],
  ['revoke legal@1.0.0-b'],
  ['compose'],
  ['activate booking@1.0.0-d'],
  ['status'],
])('%s gives the same answer locally and on a remote site', async (typed) => {
  const words = typed.split(' ');
  const here = await run('here', [...words, '--as', TEAM]);
  expect(await run('nothing', [...words, '--site', site.origin])).toEqual(here);
});

async function run(name: string, words: readonly string[]) {
  process.env.DATA_DIR = join(folder, name);
  const { output, isBad } = await runTyped(words, root).catch((refusal: UserError) => {
    if (!(refusal instanceof UserError)) throw refusal;
    return { output: refusal.message, isBad: 'refused' };
  });
  return [isBad, withoutTimes(output)];
}

test('the process of a command on the site that SITE names prints the refusal, and ends with its exit code', async () => {
  const words = ['activate', 'booking@1.0.0-c'];
  const [, refusal] = await run('here', words);
  const env = { RELEASE_TOKEN: process.env.RELEASE_TOKEN ?? '', DATA_DIR: join(folder, 'nothing'), SITE: site.origin };
  const { code, stdout, stderr } = await runRelease(root, env, ...words);
  expect([code, stdout, withoutTimes(stderr)]).toEqual([3, '', `${refusal}\n`]);
});

test('--as is refused on a remote site, whose log names the team of the token', async () => {
  expect(await run('nothing', ['status', '--as', 'Léa', '--site', site.origin])).toEqual([
    'refused',
    'The log of that site names the team of your token: leave out --as.',
  ]);
});
