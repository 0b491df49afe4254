import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { addChecks } from '@site/release-core/checks/check-record';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { activateNew, activateReleases, holdPart } from '@site/release-core/tests/support/change';
import { root } from '@site/release-core/tests/support/repository';
import { addAll, openTinySite, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { giveGrant, type InterfaceSite, serveInterface } from '@site/server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { runWorkflowStep } from './workflow-step';

// For busy machines.
jest.setTimeout(60_000);

let folder: string;
let store: Store;
let site: InterfaceSite;
let token: string;

beforeEach(async () => {
  folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  store = openSiteStore(dataDir);
  await openTinySite(store);
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  const pair = { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b', routes: [], forms: [] };
  await addChecks(store, [pair], { who: '', at: '', durationMs: 0 });
  site = await serveInterface({ store, dataDir });
  ({ token } = await giveGrant(store));
});

afterEach(() => site.stop());

/** Runs a step of the workflow in this checkout. */
const runStep = (job: string, name: string, env: Readonly<Record<string, string>>) =>
  runWorkflowStep(folder, {
    job,
    name,
    cwd: root,
    env: {
      HOME: folder,
      DATA_DIR: join(folder, 'nothing'),
      PART: 'booking',
      SITE: site.origin,
      GITHUB_SHA: '',
      RELEASE_TOKEN: token,
      ...env,
    },
  });

const state = async () => {
  const entry = (await store.readIndex())?.change;
  return [entry?.command, entry?.parts[0]?.to, entry?.who, entry?.why];
};

test('the workflow activates the release that it published, with the commit as the reason', async () => {
  const { code, summary } = await runStep('activate', 'Activate', { RELEASE: 'booking@1.0.0-b' });
  expect([code, await state()]).toEqual([
    0,
    ['activate', '1.0.0-b', 'équipe réservation', expect.stringMatching(/^[0-9a-f]{7,} ./)],
  ]);
  expect(summary).toContain('booking: 1.0.0-a → 1.0.0-b');
});

test('an older push that is approved late does not replace a newer one', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const [newer, older] = [git('rev-parse', 'HEAD'), git('rev-parse', 'HEAD~1')];
  const late = { RELEASE: 'booking@1.0.0-b', GITHUB_SHA: older, LAST_RELEASED: newer };
  const { code, summary } = await runStep('activate', 'Activate', late);
  expect([code, summary]).toEqual([
    0,
    `booking@1.0.0-b is not activated: the newer commit ${newer} of booking is released.\n`,
  ]);
  expect((await store.readIndex())?.seq).toBe(1);

  await activateNew(store, tinyRemote('booking', '1.0.0-c', { commit: newer }));
  const unknown = await runStep('activate', 'Activate', { ...late, LAST_RELEASED: '' });
  expect([unknown.code, unknown.summary]).toEqual([0, summary]);
  await runStep('activate', 'Activate', { ...late, GITHUB_SHA: newer ?? '' });
  expect((await state()).slice(0, 2)).toEqual(['activate', '1.0.0-b']);
});

test.each([
  ['a hold', () => holdPart(store, 'booking', 'loses dates'), /because "loses dates", since change 2 at \S+Z\./],
  [
    'a rollback by hand',
    async () => {
      await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
      await runStep('rollback', 'Roll back', { EARLIER: '', WHY: 'too slow' });
    },
    /^booking@1\.0\.0-b is published, not activated: booking is held by équipe réservation because "too slow"/,
  ],
])('after %s the run of a push ends well, and its summary says what keeps the release back', async (_, hold, line) => {
  await hold();
  const before = await state();
  const { code, summary, errors } = await runStep('activate', 'Activate', { RELEASE: 'booking@1.0.0-b' });
  expect([code, await state()]).toEqual([0, before]);
  expect(summary).toMatch(/^booking@1\.0\.0-b is published, not activated: booking is held by .*resume booking/);
  expect(summary).toMatch(line);
  expect(errors).toContain('booking is held by');
});

test.each([
  ['the previous release', ''],
  ['an earlier one by its id', '1.0.0-a'],
])('a manual run rolls back to %s, with its reason', async (_, earlier) => {
  await runStep('activate', 'Activate', { RELEASE: 'booking@1.0.0-b' });
  const { code, summary } = await runStep('rollback', 'Roll back', { EARLIER: earlier, WHY: 'too "slow"; $(whoami)' });
  expect([code, await state()]).toEqual([0, ['rollback', '1.0.0-a', 'équipe réservation', 'too "slow"; $(whoami)']]);
  expect(summary).toContain('booking: 1.0.0-b → 1.0.0-a');
});

test.each([
  ['a token that the site does not know', { RELEASE_TOKEN: 'site_release_unknown' }],
  ['a part that the grant does not cover', { RELEASE: 'landing@1.0.0-a' }],
  ['a release that does not exist', { RELEASE: 'booking@9.9.9-absent' }],
  ['no address of the site', { SITE: '' }],
])('the step fails, and nothing changes, with %s', async (_, env) => {
  const { code, errors } = await runStep('activate', 'Activate', { RELEASE: 'booking@1.0.0-b', ...env });
  expect(code).toBe(1);
  expect(errors.trim()).not.toBe('');
  expect((await store.readIndex())?.seq).toBe(1);
});
