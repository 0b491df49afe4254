import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWorkflowStep } from '@site/release/tests/workflow-step';
import { openSiteStore } from '@site/release-core/store/store';
import { giveGrant } from '@site/server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { copyFirstReleases } from './first-releases';
import { run } from './journey-processes';
import { HOSTED } from './run-release';
import { endAll, type RunningSite, startSite } from './running-site';
import { copySources } from './workspace-copy';

jest.setTimeout(600_000);

const PART = 'contact';
const WORDS = 'Contactez-nous';
const GIT = {
  GIT_AUTHOR_NAME: 'Équipe contact',
  GIT_AUTHOR_EMAIL: 'contact@example.com',
  GIT_COMMITTER_NAME: 'Équipe contact',
  GIT_COMMITTER_EMAIL: 'contact@example.com',
};

const folder = temporaryFolder();
/** What a run of the workflow checks out. */
const checkout = join(folder, 'checkout');
let site: RunningSite;
let token: string;

const runStep = (job: string, name: string, env: Readonly<Record<string, string>> = {}) => {
  const { CHROMIUM_PATH } = process.env;
  const usual = { HOME: folder, DATA_DIR: join(folder, 'nothing'), PART, SITE: site.address, RELEASE_TOKEN: token };
  return runWorkflowStep(folder, {
    job,
    name,
    cwd: checkout,
    env: { ...usual, ...(CHROMIUM_PATH && { CHROMIUM_PATH }), ...env },
  });
};

beforeAll(async () => {
  const dataDir = join(folder, 'data');
  copyFirstReleases(dataDir);
  site = await startSite({ DATA_DIR: dataDir, ...HOSTED });
  ({ token } = await giveGrant(openSiteStore(dataDir), { names: [PART] }));

  copySources(checkout);
  // Also in the tests of the part, which the step runs.
  await run(`grep -rl '${WORDS}' remote-${PART} | xargs sed -i 's/${WORDS}/${WORDS}, autrement/g'`, { cwd: checkout });
  await run('git init --quiet --initial-branch main && git add --all && git commit --quiet --message "Autrement"', {
    cwd: checkout,
    env: GIT,
  });
  await run('npx pnpm install --frozen-lockfile --prefer-offline', { cwd: checkout });
});
afterAll(() => {
  endAll();
  rmSync(checkout, { recursive: true, force: true });
});

test('the workflow publishes a commit, links its preview, and activates what it has published', async () => {
  const published = await runStep('publish', 'Publish');
  expect([published.code, published.code === 0 || published.errors]).toEqual([0, true]);
  const [, release = ''] = /^release=(contact@\S+)\n$/.exec(published.outputs) ?? [];
  const preview = `${site.address}/${PART}?release=${release}`;
  expect(published.summary).toBe(`[${release}](${preview}): new\n`);
  expect(await (await fetch(preview)).text()).toContain(', autrement');
  expect(await (await fetch(`${site.address}/${PART}`)).text()).not.toContain(', autrement');

  const activated = await runStep('activate', 'Activate', { RELEASE: release, GITHUB_SHA: '' });
  expect([activated.code, activated.outputs]).toEqual([0, 'activated=true\n']);
  expect(await (await fetch(`${site.address}/${PART}`)).text()).toContain(', autrement');
  expect((await runStep('publish', 'Publish')).summary).toBe(`[${release}](${preview}): known\n`);
});

test('the step fails, and publishes nothing, when a test of the part fails', async () => {
  writeFileSync(join(checkout, `remote-${PART}/src/failing.test.ts`), "test('two is one', () => expect(2).toBe(1));\n");
  await run('git add --all && git commit --quiet --message "Faux"', { cwd: checkout, env: GIT });
  const { code, outputs, summary, errors } = await runStep('publish', 'Publish');
  expect([code === 0, outputs, summary]).toEqual([false, '', '']);
  expect(errors).toContain('two is one');
});
