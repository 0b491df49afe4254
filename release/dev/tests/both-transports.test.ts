import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inLongTier, isLongTier, longDescribe } from '@site/backend/tests/support/long-tier';
import { runTyped } from '@site/release/terminal/run-typed';
import { changeIndex } from '@site/release-core/changes/change-index';
import { decideComposition } from '@site/release-core/changes/decide';
import { addChecks } from '@site/release-core/checks/check-record';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { type StandIn, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';
import {
  addAll,
  openTinySite,
  routeTo,
  tinyData,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { UserError } from '@site/release-core/user-error';
import { giveGrant, type InterfaceSite, serveInterface } from '@site/server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { HOSTED, runRelease } from './run-release';

jest.setTimeout(120_000);

const TEAM = 'équipe réservation';
const NAMES = ['shell', 'landing', 'booking', 'legal'];

let folder: string;
let site: InterfaceSite;
let objects: StandIn;
const before = { ...process.env };

// Progress goes to stderr.
beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));

/** Three sites with the same releases: in a local folder, behind the release interface, and in an object store. */
beforeAll(async () => {
  folder = temporaryFolder();
  Object.assign(process.env, HOSTED, {
    // Without a browser, each transport must refuse an unchecked release.
    CHROMIUM_PATH: join(folder, 'no-browser'),
    SITE_CONFIG: join(root, 'site.json'),
  });
  const dataDir = join(folder, 'there');
  const store = openSiteStore(dataDir);
  objects = await startS3StandIn();
  const location = objects.location('live/');
  for (const place of [openSiteStore(join(folder, 'here')), store, openSiteStore('', location)]) await fill(place);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: location.endpoint,
    AWS_ACCESS_KEY_ID: location.accessKeyId,
    AWS_SECRET_ACCESS_KEY: location.secretAccessKey,
  });
  site = await serveInterface({ store, dataDir });
  const may = ['publish', 'activate', 'rollback', 'revoke', 'compose'] as const;
  const { token } = await giveGrant(store, { to: TEAM, names: NAMES, may: [...may] });
  process.env.RELEASE_TOKEN = token;
});
afterAll(() => {
  process.env = before;
  site.stop();
  objects.end();
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
  await changeIndex(store, '', async (current) => decideComposition(current, 'compose', { releases, data }));
  await addAll(store, [
    tinyRemote('booking', '1.0.0-b'),
    tinyRemote('booking', '1.0.0-c'),
    tinyRemote('booking', '1.0.0-d'),
    tinyRemote('legal', '1.0.0-b'),
  ]);
  const pairs = ['1.0.0-b', '1.0.0-c'].map((id) => ({ shell: '1.0.0-s1', name: 'booking', id, routes: [], forms: [] }));
  await addChecks(store, pairs, { who: '', at: '', durationMs: 0 });
}

const TIMES = /\b\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d+ (s|min)\b/g;

/** Collapses spaces too: a longer time widens its column. */
const withoutTimes = (text: string) => text.replaceAll(TIMES, 'TIME').replaceAll(/ +/g, ' ');

// Each command continues from the state that the previous ones left.
test.each([
  ['status'],
  ['status --json'],
  ['log --json'],
  ['failures'],
  ['failures --name booking --hours 48 --json'],
  ['failures --hours 0'],
  ['speed'],
  ['speed --name booking --json'],
  ['activate booking@1.0.0-b --dry-run'],
  ['activate booking@1.0.0-b --dry-run --json'],
  ['activate booking@1.0.0-b --why shorter'],
  ['activate booking@1.0.0-b'],
  ['activate booking@1.0.0-c --json'],
  ['rollback booking --to 1.0.0-a --from 1.0.0-c'],
  ['rollback --change 3'],
  ['rollback --change 99'],
  ['status'],
  ['activate booking@1.0.0-c'],
  ['resume booking'],
  ['resume booking'],
  ['activate booking@1.0.0-c --json'],
  ['rollback booking --json --why slow'],
  ['activate booking@1.0.0-c --resume --dry-run'],
  ['hold booking --why audit'],
  ['hold legal'],
  ['hold legal booking --why audit --dry-run'],
  ['hold legal --why audit --json'],
  ['status --json'],
  ['resume legal --json'],
  ['activate legal@1.0.0-b --unchecked'],
  ['activate legal@1.0.0-b --unchecked --why moved'],
  ['activate legal@1.0.0-b --unchecked --why moved --retire /old --redirect /legal'],
  ['revoke legal@1.0.0-b --dry-run'],
  ['revoke legal@1.0.0-b --json'],
  ['revoke legal@1.0.0-b'],
  ['deactivate legal --retire /legal --redirect / --why closed'],
  ['compose --json'],
  ['compose'],
  ['activate booking@1.0.0-d'],
  ['activate booking@1.0.0-d --dry-run'],
  ['activate booking'],
  ['activate booking@1.0.0-z'],
  ['activate booking@1.0.0-a booking@1.0.0-b'],
  ['rollback legal'],
  ['log --name booking --limit 2'],
  ['log --since yesterday'],
  ['log --name nobody'],
  ['status'],
])(
  '%s gives the same answer and exit code locally, on a remote site and, in the long tier, on an object store',
  async (typed) => {
    const words = typed.split(' ');
    const here = await run('here', [...words, '--as', TEAM]);
    const there = await run('nothing', [...words, '--site', site.origin]);
    expect(there).toEqual(here);
    if (!isLongTier) return;
    process.env.STORE = 's3://site/live';
    const inObjects = await run('nothing', [...words, '--as', TEAM]);
    delete process.env.STORE;
    expect(inObjects).toEqual(here);
  },
);

/** Returns the printed output, or the refusal. */
async function run(name: string, words: readonly string[]) {
  process.env.DATA_DIR = join(folder, name);
  const { output, isBad } = await runTyped(words, root).catch((refusal: UserError) => {
    if (!(refusal instanceof UserError)) throw refusal;
    return { output: refusal.message, isBad: 'refused' };
  });
  return [isBad, withoutTimes(output)];
}

test.each([
  [['activate', 'booking@1.0.0-c'], 3],
  ...inLongTier<[string[], number]>(
    [['status'], 0],
    [['activate', 'landing@1.0.0-z'], 1],
    [['log', '--json', '--limit', '1'], 0],
  ),
])('the process of %s has the same output and exit code locally and on a remote site', async (words, code) => {
  const env = { RELEASE_TOKEN: process.env.RELEASE_TOKEN ?? '', DATA_DIR: join(folder, 'here') };
  const [here, there, named] = await Promise.all([
    runRelease(root, env, ...words),
    runRelease(root, env, ...words, '--site', site.origin),
    runRelease(root, { ...env, SITE: site.origin }, ...words),
  ]);
  const shown = (one: typeof here) => ({ ...one, stdout: withoutTimes(one.stdout), stderr: withoutTimes(one.stderr) });
  expect(shown(there)).toEqual(shown(here));
  expect(shown(named)).toEqual(shown(here));
  expect(here.code).toBe(code);
});

test.each([
  [['verify'], '"verify" runs on the site\'s machine only: from elsewhere run'],
  [['status', '--as', 'Léa'], 'The log of that site names the team of your token: leave out --as.'],
])('%s is refused on a remote site, with the remedy', async (words, sentence) => {
  expect(await run('nothing', [...words, '--site', site.origin])).toEqual([
    'refused',
    expect.stringContaining(sentence),
  ]);
});

// These act on the machine, or do not change the site.
longDescribe('on an object store', () => {
  test.each([
    ['verify'],
    ['repair'],
    ['prune --keep 0 --days 0 --dry-run'],
    ['prune --keep 0 --days 0 --json'],
    ['prune --keep 0 --days 0'],
    ['verify --json'],
    ['grants'],
    ['ungrant abcdefghijkl'],
  ])('%s gives the same answer and exit code on an object store', async (typed) => {
    const words = [...typed.split(' '), '--as', TEAM];
    const here = await run('here', words);
    process.env.STORE = 's3://site/live';
    const inObjects = await run('nothing', words);
    delete process.env.STORE;
    expect(inObjects).toEqual(here);
  });
});

test('commands on an object store leave nothing in the data folder', () => {
  expect(existsSync(join(folder, 'nothing'))).toBe(false);
});
