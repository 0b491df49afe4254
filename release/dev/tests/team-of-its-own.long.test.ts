import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { launchBrowser } from '@site/release-cli/check/browser';
import { root } from '@site/release-core/tests/support/repository';
import { endServers, readDocument, run, type Step, startDocumentedServer, startRegistry } from './documented-steps';
import { endAll, startSite } from './running-site';
import { copySources } from './workspace-copy';

jest.setTimeout(1_200_000);

const SITE_HOSTED = { SUPABASE_URL: '', SUPABASE_ANON_KEY: '' };

const QUOTATION = 'shared-ui/src/quotation.ts';

const recipe = readDocument(join(root, 'docs/a-team-of-its-own.md'));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'team-of-its-own-')));
const places = { 'this repository': join(folder, 'site'), "the team's folder": join(folder, 'remote-guide') };
const addresses: Record<string, string> = { folder: places["the team's folder"] };
const env: Record<string, string> = {
  DATA_DIR: join(folder, 'data'),
  // npm settings for this test only.
  npm_config_userconfig: join(folder, 'npmrc'),
  GIT_AUTHOR_NAME: 'Équipe guide',
  GIT_AUTHOR_EMAIL: 'guide@example.com',
  GIT_COMMITTER_NAME: 'Équipe guide',
  GIT_COMMITTER_EMAIL: 'guide@example.com',
};

beforeAll(async () => {
  const site = places['this repository'];
  copySources(site);
  writeFileSync(env.npm_config_userconfig ?? '', await run('npm config list --json', { cwd: folder }).then(settingsOf));
  await run('npx pnpm install --prefer-offline', { cwd: site, env });
  await run('git init --quiet --initial-branch main && git add --all && git commit --quiet --message start', {
    cwd: site,
    env,
  });
  addresses.registry = await startRegistry(join(root, 'tooling/tools/registry'), join(folder, 'registry'));
  addresses.site = (await startSite({ ...env, ...SITE_HOSTED }, site)).address;
});
afterAll(async () => {
  await endServers();
  endAll();
  rmSync(folder, { recursive: true });
});

/** Keeps this machine's registry for third-party packages. */
const settingsOf = (json: string) => `registry=${(JSON.parse(json) as { registry: string }).registry}\n`;

const filled = (line: string) => line.replaceAll(/<(\w+)>/g, (_, name: string) => addresses[name] ?? `<${name}>`);

async function follow(title: string): Promise<void> {
  const steps = recipe.get(title);
  if (!steps) throw new Error(`The document has no section "${title}".`);
  for (const step of steps) await take(step);
}

async function take(step: Step) {
  if ('file' in step) {
    const isOfSite = /^(shared-ui|\.changeset)\//.test(step.file);
    const file = join(places[isOfSite ? 'this repository' : "the team's folder"], step.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, step.content);
    return;
  }
  const cwd = places[step.place];
  for (const written of step.lines) {
    // Each line may need output of the previous one.
    const line = filled(written);
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name && value) env[name] = value;
    else if (line === 'npm run dev') await startDocumentedServer(line, { cwd, env });
    else remember(await run(line, { cwd, env }));
  }
}

function remember(output: string) {
  const [, id] = /@(\S+) is published/.exec(output) ?? [];
  const [, token] = /\b(site_release_[\w-]+)/.exec(output) ?? [];
  if (id) addresses.id = id;
  if (token) addresses.token = token;
}

async function read(address: string): Promise<string> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'Préparer sa journée' }).waitFor();
    return (await page.locator('main').textContent()) ?? '';
  } finally {
    await browser.close();
  }
}

const guideOf = (site: string | undefined) => read(`${site}/guide`);
const manifest = () => JSON.parse(readFileSync(join(places["the team's folder"], 'package.json'), 'utf8'));

test('the packages are published to a registry', async () => {
  await follow('Publish the packages');
  for (const name of ['contract', 'shared-ui', 'release-build', 'tooling', 'release-cli']) {
    expect((await fetch(`${addresses.registry}@site/${name}`)).status).toBe(200);
  }
});

test.each([
  ...['contract', 'shared-ui', 'forms', 'release-build', 'tooling', 'supabase', 'terminal', 'backend'],
  ...['release-core', 'release-server', 'release-cli'],
])('neither publint nor Are the Types Wrong reports a problem in %s', async (name) => {
  const tools = { cwd: join(folder, 'registry') };
  const tarball = `${addresses.registry}@site/${name}/-/${name}-1.0.0.tgz`;
  await run(`curl --fail --silent --output ${name}.tgz ${tarball}`, tools);
  await run(`npx publint --strict ${name}.tgz`, tools);
  // The command line has no types, since nobody imports it.
  if (name !== 'release-cli') await run(`npx attw ${name}.tgz --profile esm-only`, tools);
});

test('a new remote depends on exact versions of the packages, and runs standalone', async () => {
  await follow('Make the remote');
  expect(manifest().dependencies).toMatchObject({ '@site/contract': '1.0.0', '@site/shared-ui': '1.0.0' });
  await follow('Develop it');
  expect(await read('http://localhost:4290/guide')).toContain('Préparer sa journée');
  await endServers('npm run dev');
});

test('the team ships it with its token, and visitors of the public site see it', async () => {
  expect((await fetch(`${addresses.site}/guide`)).status).toBe(404);
  await follow('Ship it');
  expect(await guideOf(addresses.site)).toContain('Préparer sa journée');
});

test('a new version of shared-ui goes live in the shell, then in the remote', async () => {
  await follow('Change shared-ui');
  expect(await guideOf(addresses.site)).not.toContain('Une citation.');
  await follow('Use it in the remote');
  expect(await guideOf(addresses.site)).toContain('Une citation.');
});

test('a change of this repository that breaks the journey of the team is refused, and says whose it is', async () => {
  const inSite = { cwd: places['this repository'], env };
  await take({ file: QUOTATION, content: 'export const toQuotation = (text: string) => text.slice(1);\n' });
  try {
    const published = run('npx pnpm release publish shell --allow-dirty', inSite);
    await expect(published).rejects.toThrow(
      /« Lire la citation » of guide@\S+ fails at 360 and 1280 px, in step 2 \(waitForElement\) of journeys\/quote\.json: the text « Une citation\. » is not on \/guide/,
    );
  } finally {
    await run(`git checkout ${QUOTATION}`, inSite);
  }
  expect(await guideOf(addresses.site)).toContain('Une citation.');
});

test('both go back, the remote first', async () => {
  const early = run('npx pnpm release rollback shell --why "trop tôt"', { cwd: places['this repository'], env });
  await expect(early).rejects.toThrow('toQuotation');
  await follow('Go back');
  expect(await guideOf(addresses.site)).not.toContain('Une citation.');
});
