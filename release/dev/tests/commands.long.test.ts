import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackages } from '@site/release/publish/build-package';
import { choosePackages } from '@site/release/publish/packages';
import { publish, readRelease } from '@site/release/publish/publish';
import { tryOut } from '@site/release/publish/try-out';
import { addRelease } from '@site/release-core/publish/add-release';
import type { IndexEntry } from '@site/release-core/store/release';
import { NOT_FOUND } from '@site/release-core/store/release';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { hashesOf } from '@site/release-core/tests/stored-files';
import { copyFirstReleases } from './first-releases';
import { HOSTED, runRelease } from './run-release';
import { endAll, type RunningSite, startSite } from './running-site';
import { copyWholeWorkspace } from './workspace-copy';

jest.setTimeout(400_000);

// The tests run in order: each continues with the site of the previous one.
let workspace: string;
let folder: string;
let dataDir: string;
let env: Record<string, string>;
let store: Store;
let site: RunningSite;
/** Number of changes in the store when the tests began, including the site's start. */
let begun: number;
/** Ids of two releases of booking: the first, and one with a changed sentence. */
let first: string;
let second: string;

const run = (...words: string[]) => runRelease(workspace, env, ...words);

async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...words);
  expect([words, code, stderr]).toEqual([words, 0, expect.any(String)]);
  return stdout;
}

const answer = async (...words: string[]) => JSON.parse(await succeed(...words, '--json'));

async function now(): Promise<IndexEntry> {
  const index = await store.readIndex();
  if (!index) throw new Error('Nothing is active.');
  return index;
}

const addressOf = (path: string) => site.address + (path === NOT_FOUND ? '/nulle-part' : path);

async function served(): Promise<Map<string, string>> {
  const paths = Object.keys((await now()).pages);
  const texts = paths.map(async (path) => [path, await (await fetch(addressOf(path))).text()] as const);
  return new Map(await Promise.all(texts));
}

const pagesOf = (answers: Map<string, string>) =>
  [...answers].filter(([, text]) => text.includes('id="release-index"'));
const withoutIndex = (html: string) => html.replace(/(id="release-index">)[^<]*/, '$1');

/** Replaces a text in all sources of a package, including its tests. */
function reword(name: string, before: string, after: string) {
  const source = join(workspace, name);
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
  );
  for (const entry of files) {
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    if (text.includes(before)) writeFileSync(file, text.replaceAll(before, after));
  }
}

beforeAll(async () => {
  workspace = copyWholeWorkspace();
  folder = await mkdtemp(join(tmpdir(), 'commands-'));
  dataDir = join(folder, 'data');
  env = {
    DATA_DIR: dataDir,
    SITE_CONFIG: join(workspace, 'site.json'),
    ...HOSTED,
  };
  copyFirstReleases(dataDir);
  store = openSiteStore(dataDir);
  site = await startSite(env, workspace);
  begun = (await store.readHistory()).length;
  first = (await now()).releases.booking?.active ?? '';
});
afterAll(async () => {
  endAll();
  rmSync(workspace, { recursive: true });
  await rm(folder, { recursive: true });
});

test('publish lints, tests, builds and stores a changed package, and changes no other file', async () => {
  const before = hashesOf(join(dataDir, 'store'));
  const pages = await served();
  reword('remote-booking', 'Réserver vos sessions', 'Réserver vos journées');
  const { code, stdout, stderr } = await run('publish', 'booking', '--json');
  if (code !== 0) throw new Error(stderr);
  const titles = [...stderr.matchAll(/^── (.*)$/gm)].map(([, title]) => title);
  expect(titles).toEqual([
    'read the sources',
    'find a browser',
    'lint remote-booking, forms',
    'check the types of remote-booking, forms',
    'test remote-booking, forms',
    'check the imports of remote-booking, forms',
    'build remote-booking',
    'compare it with the site',
    'try booking in a browser',
    'store it as a release of booking',
  ]);
  const published = JSON.parse(stdout);
  second = published.id;
  expect(published).toMatchObject({
    name: 'booking',
    outcome: 'new',
    commit: '',
    isDirty: null,
    preview: `http://localhost:4173/booking?release=booking@${published.id}`,
    check: {
      pairs: [{ name: 'booking', routes: ['/booking', '/reservation/gerer'], forms: ['/booking'] }],
      unchecked: null,
      incompatible: [],
    },
  });
  expect(published.difference).toContain('Routes: /booking is now « Réserver vos journées »');
  expect(second).not.toBe(first);
  expect(second.split('-')[0]).toBe(first.split('-')[0]);
  const after = hashesOf(join(dataDir, 'store'));
  expect(after).toMatchObject(before);
  const added = Object.keys(after).filter((file) => !(file in before));
  expect(added.filter((file) => !/^((r|node|maps|publications)\/booking|checks)\//.test(file))).toEqual([]);
  expect(added.filter((file) => !file.includes(second))).toEqual([]);
  expect(await served()).toEqual(pages);
});

test('publishing the same sources again returns the same release and stores nothing', async () => {
  const before = hashesOf(join(dataDir, 'store'));
  // The shell is the active release, built in another folder.
  const packages = choosePackages(workspace, ['shell', 'booking']);
  await buildPackages(packages);
  for (const packed of packages) {
    expect([packed.name, (await publish(store, packed)).outcome]).toEqual([packed.name, 'known']);
  }
  expect(hashesOf(join(dataDir, 'store'))).toEqual(before);
});

test('publish names a browser that is missing before it runs anything, and stores nothing', async () => {
  const noBrowser = { ...env, CHROMIUM_PATH: join(folder, 'no-browser') };
  const refused = await runRelease(workspace, noBrowser, 'publish', 'legal');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /\n── find a browser\nfind a browser: failed after \S+ s\nCHROMIUM_PATH names \S+, where there is no browser: correct it\. Nothing was published: --unchecked publishes without the check\.\n$/,
  );
});

test('publish refuses a package with a failing test, and does not repeat the steps that passed', async () => {
  const before = hashesOf(join(dataDir, 'store'));
  const file = join(workspace, 'remote-legal/src/failing.test.ts');
  writeFileSync(file, "test('the sum is right', () => {\n  expect(1 + 1).toBe(3);\n});\n");
  const { code, stdout, stderr } = await run('publish', 'legal');
  expect([code, stdout]).toEqual([1, '']);
  const end = stderr.slice(stderr.lastIndexOf('PASS '));
  expect(end).toMatch(
    /● the sum is right\n[\s\S]*Tests: +1 failed, [\s\S]*Nothing was published: correct the errors above, then publish again\.\n$/,
  );
  const again = await run('publish', 'legal');
  expect([...again.stderr.matchAll(/^── (.*)$/gm)].map(([, title]) => title)).toEqual([
    'read the sources',
    'find a browser',
    'lint remote-legal: passed on these sources already',
    'check the types of remote-legal: passed on these sources already',
    'test remote-legal',
    'check the imports of remote-legal',
  ]);
  rmSync(file);
  expect(hashesOf(join(dataDir, 'store'))).toEqual(before);
});

test('activate renders only the pages of that remote; in all others only the release index differs', async () => {
  const before = await served();
  const { rendered } = await answer('activate', `booking@${second}`, '--why', 'says it better');
  expect(rendered).toEqual(['/booking', '/reservation/gerer']);
  const after = await served();
  expect(after.get('/booking')).toContain('Réserver vos journées');
  expect(before.get('/booking')).not.toContain('Réserver vos journées');
  const others = pagesOf(after).filter(([path]) => !rendered.includes(path));
  expect(others.length).toBeGreaterThan(5);
  for (const [path, html] of others) {
    expect(html).not.toBe(before.get(path));
    expect(withoutIndex(html)).toBe(withoutIndex(before.get(path) ?? ''));
  }
});

const DRY_STEPS: Readonly<Record<string, RegExp>> = {
  publish:
    /── lint remote-booking[\s\S]*── build remote-booking\n[\s\S]*── a dry run does not store it as a release of booking\n/,
};

test.each([
  ['publish', () => ['publish', 'booking']],
  ['activate', () => ['activate', `booking@${first}`]],
  ['rollback', () => ['rollback', 'booking']],
  ['revoke', () => ['revoke', `booking@${second}`]],
  ['compose', () => ['compose']],
  ['status', () => ['status']],
  ['log', () => ['log']],
  ['verify', () => ['verify']],
  ['repair', () => ['repair']],
  ['prune', () => ['prune', '--keep', '0', '--days', '0']],
  ['deploy', () => ['deploy', join(folder, 'nothing')]],
])('a dry run of %s changes nothing and answers in JSON', async (_, words) => {
  const before = hashesOf(dataDir);
  const config = { SITE_CONFIG: siteConfigWith({ product: 'Une autre journée' }) };
  const { code, stdout, stderr } = await runRelease(
    workspace,
    { ...env, ...config },
    ...words(),
    '--dry-run',
    '--json',
  );
  expect([code, stderr]).toEqual([0, expect.stringMatching(DRY_STEPS[words()[0] ?? ''] ?? /^$/)]);
  const said = JSON.parse(stdout);
  // Booking's first release was never checked, since the start published it.
  if (words()[0] === 'activate') {
    expect(said.steps).toContainEqual({
      title: 'check new pairs in a browser',
      value: expect.stringMatching(/^booking@/),
    });
  }
  if (words()[0] === 'publish') {
    expect(said.steps).toContainEqual({ title: 'build remote-booking', value: 'dist/client, dist/node' });
    const stored = `booking@${said.id}, ${said.outcome}; `;
    expect(said.steps.at(-1)).toEqual({
      title: 'a dry run does not store it as a release of booking',
      value: expect.stringContaining(stored),
    });
  }
  if (['activate', 'rollback', 'revoke', 'compose'].includes(words()[0] ?? '')) expect(said.changed).toBe(true);
  expect(hashesOf(dataDir)).toEqual(before);
  expect(readdirSync(folder)).not.toContain('nothing');
});

test('a damaged file is named and refused; publishing the same sources restores it', async () => {
  const { entry } = await store.read('booking', second);
  const key = `r/booking/${second}/${entry}`;
  const file = join(dataDir, 'store', key);
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(1));

  const verified = await run('verify', '--json');
  expect(verified.code).toBe(1);
  expect(JSON.parse(verified.stdout).damage).toEqual([`${key} has changed`]);
  await succeed('rollback', 'booking');
  const refused = await run('activate', `booking@${second}`, '--resume');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toBe(
    `booking@${second} is damaged: ${key} has changed. Publish the same sources again to restore it, or choose another.\n`,
  );
  expect((await now()).releases.booking?.active).toBe(first);

  const [booking] = choosePackages(workspace, ['booking']);
  expect(booking && (await publish(store, booking)).outcome).toBe('mended');
  expect(readFileSync(file)).toEqual(whole);
  expect(await run('activate', `booking@${second}`)).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^booking is held by .* since change \d+ at /),
  });
  await succeed('activate', `booking@${second}`, '--resume');
  expect(await succeed('verify')).toContain('undamaged');
});

test('a rollback renders nothing and restores the earlier pages with another change number', async () => {
  const { seq: activated, change } = await now();
  expect(change.parts).toMatchObject([{ name: 'booking', from: first }]);
  const before = (await store.readHistory()).at(-2)?.pages ?? {};
  const stored = hashesOf(join(dataDir, 'store'));
  const { rendered, seq } = await answer('rollback', 'booking', '--why', 'too bold');
  expect(rendered).toEqual([]);
  const pages = pagesOf(await served());
  // At most each page and the release index, with their encoded forms, and the entry of the change.
  const written = Object.keys(hashesOf(join(dataDir, 'store'))).filter((file) => !(file in stored));
  expect(written.length).toBeLessThanOrEqual((pages.length + 1) * 3 + 1);
  for (const [path, html] of pages) {
    const earlier = (await store.readBody(before[path]?.body ?? '')).toString();
    expect(html.replace(`"seq":${seq}`, `"seq":${activated - 1}`)).toBe(earlier);
  }
  expect(pages.length).toBeGreaterThan(6);
});

test('a rollback survives a restart, even if the working copy is newer', async () => {
  const before = await served();
  const { seq } = await now();
  await site.end('SIGTERM');
  site = await startSite(env, workspace);
  expect(await served()).toEqual(before);
  expect(await now()).toMatchObject({ seq, releases: { booking: { active: first } } });
});

test('status and log list the changes so far', async () => {
  const { seq, names, failures } = await answer('status');
  const { seq: latest, change } = await now();
  expect(seq).toBe(latest);
  expect(failures).toBeNull();
  expect(names.find(({ name }: { name: string }) => name === 'booking')).toMatchObject({
    active: first,
    activeSince: change.at,
    waiting: [second],
  });
  const table = await succeed('status');
  expect(table).toMatch(new RegExp(`^booking +${first} +– +${second} `, 'm'));
  expect(table).toContain(
    'Pages and failures in a day, and requests: not known, the hosted database has them, name it in DATABASE_URL.',
  );
  const { changes: all } = (await answer('log')) as { changes: { command: string; why: string; who: string }[] };
  const changes = all.slice(begun - 1);
  expect(changes.map(({ command }) => command)).toEqual(['start', 'activate', 'rollback', 'activate', 'rollback']);
  expect(changes.map(({ why }) => why)).toEqual(['', 'says it better', '', '', 'too bold']);
  expect(await succeed('log')).toMatch(/rollback booking .* too bold$/m);
});

test('compose uses the current site.json and builds nothing', async () => {
  const released = () => [hashesOf(join(dataDir, 'store/r')), hashesOf(join(dataDir, 'store/node'))];
  const before = released();
  const pages = await served();
  env.SITE_CONFIG = siteConfigWith({ product: 'Une autre journée' });
  expect((await answer('compose')).changed).toBe(true);
  expect(pages.get('/')).not.toContain('Une autre journée');
  for (const [, html] of pagesOf(await served())) expect(html).toContain('| Une autre journée</title>');
  expect(released()).toEqual(before);
  expect(await answer('compose')).toMatchObject({ changed: false });
});

test('a deployed folder has the files and the headers of the running site', async () => {
  const target = join(folder, 'deployed');
  await succeed('deploy', target);
  const { pages } = await now();
  for (const [path, text] of pagesOf(await served())) {
    const file = path === NOT_FOUND ? '404' : path === '/' ? 'index' : path.slice(1);
    expect(readFileSync(join(target, `${file}.html`), 'utf8')).toBe(text);
  }
  const { '/*': all, '/r/*': ofReleases, ...rules } = readHeaders(readFileSync(join(target, '_headers'), 'utf8'));
  const common = policyOf(Object.entries(all ?? {}));
  expect(Object.keys(rules)).toHaveLength(Object.keys(pages).length);
  for (const [path, own] of Object.entries(rules)) {
    const sent = await policyAt(path === '/404.html' ? '/nulle-part' : path);
    expect([path, sent]).toEqual([path, { ...common, ...own }]);
  }
  const released = Object.keys(hashesOf(join(target, 'r')));
  expect(released.length).toBeGreaterThan(20);
  // A `_headers` file cannot take back a header of all paths.
  const { 'cross-origin-opener-policy': opener, ...others } = common;
  expect(opener).toBe('same-origin');
  for (const file of released) {
    const { 'content-type': _, ...sent } = await policyAt(`/r/${file}`);
    expect([file, sent]).toEqual([file, { ...others, ...ofReleases }]);
  }
});

/** Replaces a text in a file, builds the package and tries it in a browser as `publish` does. */
async function tryOutWith(name: string, file: string, [before, after]: readonly [string, string]) {
  const source = join(workspace, file);
  const text = readFileSync(source, 'utf8');
  expect(text).toContain(before);
  writeFileSync(source, text.replace(before, after));
  const packages = choosePackages(workspace, [name]);
  await buildPackages(packages);
  writeFileSync(source, text);
  const [one] = packages;
  if (!one) throw new Error(`There is no ${name}.`);
  const ready = await readRelease(one);
  const trial = tryOut({ store, options: { isUnchecked: false } }, await now(), ready);
  return { ready, trial };
}

test('publish refuses a shell whose design system fails only in a browser, and names each failing page', async () => {
  const { trial } = await tryOutWith('shell', 'shared-ui/src/controls/button.tsx', [
    'return props.asChild',
    "if (typeof CSS !== 'undefined') return null;\n  return props.asChild",
  ]);
  const refusal = await trial.then(String, (error: Error) => error.message);
  for (const route of ['/booking of booking@', '/contact of contact@', '/ of landing@']) {
    expect(refusal).toMatch(new RegExp(`^${route}[^:]+: `, 'm'));
  }
  expect(refusal).toMatch(/\nNothing was published: correct the pages above, then publish again; --unchecked/);
});

test('publish refuses a remote whose form does nothing; activating it unchecked needs a reason', async () => {
  const { ready, trial } = await tryOutWith('booking', 'remote-booking/src/form/use-booking-form.ts', [
    'setRefusal(null);',
    "setRefusal(null);\n      if (typeof CSS !== 'undefined') return;",
  ]);
  const { id } = ready.release;
  await expect(trial).rejects.toThrow(`/booking of booking@${id}: its form was sent and no message followed.\nNothing`);
  expect(await store.has('booking', id)).toBe(false);

  await addRelease(store, ready);
  const active = (await now()).releases.booking?.active;
  const noBrowser = { ...env, CHROMIUM_PATH: join(folder, 'no-browser') };
  const refused = await runRelease(workspace, noBrowser, 'activate', `booking@${id}`, '--resume');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/there is no browser: correct it\. Nothing was changed: booking@.* is not checked/);
  expect(await run('activate', `booking@${id}`, '--unchecked')).toEqual({
    code: 1,
    stdout: '',
    stderr: '--unchecked needs a reason, for the log: add --why "…".\n',
  });
  expect((await now()).releases.booking?.active).toBe(active);

  const why = ['--why', 'the fair is today', '--as', 'Léa Petit'];
  await succeed('activate', `booking@${id}`, '--unchecked', '--resume', ...why);
  expect((await now()).change).toMatchObject({ unchecked: true, who: 'Léa Petit', why: 'the fair is today' });
  expect(await succeed('log')).toMatch(
    /Léa Petit +activate booking \(watched; resumed; unchecked\) .* the fair is today$/m,
  );
  await succeed('rollback', 'booking');
});

test('publish refuses a revoked release', async () => {
  await succeed('revoke', `booking@${second}`);
  const refused = await run('publish', 'booking');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain(
    `booking@${second} is revoked for good. Nothing was published: publish a release that differs from it.`,
  );
});

test.each([
  [
    ['publish', 'bookings'],
    'There is no part "bookings": choose among shell, booking, contact, landing, legal, owner.',
  ],
  [
    ['activate', 'booking'],
    '"booking" is not a release: write it as booking@1.0.0-ab12cd34ef ("npx pnpm release status" lists them).',
  ],
  [
    ['activate'],
    'Usage: npx pnpm release activate <name>@<id>… [--accept <name>] [--resume] [--unchecked] [--watch 7d | --no-watch]',
  ],
  [
    ['rollback', 'bookings'],
    'Nothing is called "bookings": choose among shell, booking, contact, landing, legal, owner.',
  ],
  [
    ['rollback', '__proto__'],
    '"__proto__" is not a name: write it as booking ("npx pnpm release status" lists the names).',
  ],
  [
    ['rollback', 'booking', '--why', 'calm\n7  2026-01-01  nobody'],
    '--why is one line of at most 500 characters, without control characters.',
  ],
  [['prune', '--keep', 'all'], '--keep is "all": give a number.'],
])('"%s" is refused in one sentence', async (words, sentence) => {
  expect(await run(...words)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` });
});

function siteConfigWith(changes: Record<string, string>) {
  const file = join(folder, 'site.json');
  const shipped = JSON.parse(readFileSync(join(workspace, 'site.json'), 'utf8'));
  writeFileSync(file, JSON.stringify({ ...shipped, ...changes }));
  return file;
}

type Headers = Record<string, string>;

function readHeaders(text: string): Record<string, Headers> {
  const blocks = text.trim().split('\n\n');
  return Object.fromEntries(
    blocks.map((block) => {
      const [path = '', ...lines] = block.split('\n');
      const headers = lines.map((line) => {
        const [, name = '', value = ''] = /^ {2}([^:]+): (.*)$/.exec(line) ?? [];
        return [name.toLowerCase(), value];
      });
      return [path, Object.fromEntries(headers)];
    }),
  );
}

/** Headers that each server or static host adds in its own way. */
const OF_TRANSPORT =
  /^(accept-ranges|connection|content-encoding|content-length|date|etag|keep-alive|last-modified|transfer-encoding|vary)$/;
/** Previews need other values of these, and a static host has none. */
const FOR_PREVIEWS = /^(access-control-allow-origin|cross-origin-resource-policy)$/;

const policyOf = (headers: Iterable<[string, string]>): Headers =>
  Object.fromEntries([...headers].filter(([name]) => !OF_TRANSPORT.test(name) && !FOR_PREVIEWS.test(name)));

async function policyAt(path: string): Promise<Headers> {
  const { headers } = await fetch(site.address + path, { method: 'HEAD' });
  return policyOf(headers);
}
