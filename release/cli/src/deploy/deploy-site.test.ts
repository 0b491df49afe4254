import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { changeSite } from '@site/release-core/changes/change';
import { decideComposition, decideDeactivation, requireState } from '@site/release-core/changes/decide';
import { compress } from '@site/release-core/compress';
import { integrityOf } from '@site/release-core/integrity';
import type { Store } from '@site/release-core/store/store';
import { STAND_IN_KEY, type StandIn, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';
import {
  activateReleases,
  addAll,
  type BuiltRelease,
  rollBack,
  tinyData,
  tinyPrivate,
  tinyRemote,
  tinyShell,
  tinyStore,
} from '@site/release-core/tests/support/tiny-site';
import { UserError } from '@site/release-core/user-error';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { contextOn, runIn } from '../../tests/support/command-context';
import { deploySite } from './deploy-site';
import { withOwnPolicy } from './site-files';
import { bucketTarget, type DeployTarget, folderTarget, type HostedFile } from './target';

const S3 = 's3://site/www';
const before = { ...process.env };
let standIn: StandIn;
let folder: string;
let store: Store;

beforeAll(async () => {
  standIn = await startS3StandIn();
});
afterAll(() => standIn.end());
beforeEach(async () => {
  standIn.objects.clear();
  standIn.mostObjects = Number.POSITIVE_INFINITY;
  folder = join(temporaryFolder(), 'site');
  Object.assign(process.env, {
    TO_AWS_ENDPOINT_URL_S3: standIn.location('').endpoint,
    TO_AWS_ACCESS_KEY_ID: STAND_IN_KEY.accessKeyId,
    TO_AWS_SECRET_ACCESS_KEY: STAND_IN_KEY.secretAccessKey,
  });
  store = await tinyStore([tinyShell(), await encoded(tinyRemote('landing')), tinyRemote('booking'), tinyPrivate()]);
  await addAll(store, [tinyRemote('landing', '1.0.0-b')]);
  await compose({ url: 'https://abc.supabase.co', anonKey: 'key' });
});
afterEach(() => {
  process.env = { ...before };
});

const compose = (backend: { url: string; anonKey: string }) =>
  changeSite(store, '', async (current) => {
    const { releases } = requireState(current);
    return decideComposition(current, 'compose', { releases, data: { ...tinyData, backend } });
  });
const retireBooking = () =>
  changeSite(store, '', (current) =>
    decideDeactivation(store, current, { name: 'booking', retired: [{ path: '/booking', redirect: '/' }] }),
  );
async function encoded(artifact: BuiltRelease): Promise<BuiltRelease> {
  const client = new Map(artifact.client);
  const files = { ...artifact.release.files };
  for (const [ending, bytes] of await compress('remoteEntry.js', client.get('remoteEntry.js') ?? Buffer.alloc(0))) {
    client.set(`remoteEntry.js${ending}`, bytes);
    files[`remoteEntry.js${ending}`] = integrityOf(bytes);
  }
  return { ...artifact, client, release: { ...artifact.release, files } };
}
const bucket = () => bucketTarget(standIn.location('www/'));
const run = async (word: string, isDry = false) => {
  const { text, json } = await runIn('deploy', contextOn(store, { isDry }), word);
  return { text, ...(json as Awaited<ReturnType<typeof deploySite>>) };
};
const object = (key: string) => {
  const object = standIn.objects.get(`www/${key}`);
  if (!object) throw new Error(`There is no ${key}.`);
  return object;
};
const keys = () => [...standIn.objects.keys()].map((key) => key.slice('www/'.length)).sort();
/** Records the order of the written files, and calls `onPut` before each. */
const noting = (target: DeployTarget, onPut?: (file: HostedFile) => Promise<void> | void) => {
  const done: string[] = [];
  const put = async (file: HostedFile) => {
    await onPut?.(file);
    await target.put(file);
    done.push(file.key);
  };
  return { done, target: { ...target, put } };
};

test('a deployment writes the files of releases to a bucket first, then the pages, and the index last', async () => {
  const { done, target } = noting(bucket());
  await deploySite(store, target);
  const kinds = done.map((key) => (key.startsWith('r/') ? 'file' : key === 'releases.json' ? 'index' : key));
  expect(kinds[0]).toBe('_deployed.json');
  expect(kinds.slice(-2)).toEqual(['index', '_deployed.json']);
  expect(kinds.lastIndexOf('file')).toBeLessThan(kinds.indexOf('index.html'));
  expect(kinds).toEqual(expect.arrayContaining(['booking', '404.html', 'site.webmanifest']));
});

test('a deployment gives each object of a bucket a type, a cache lifetime and one encoding', async () => {
  await run(S3);
  const headers = (key: string) => object(key).headers;
  const page = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Encoding': undefined,
  };
  expect([headers('index.html'), headers('booking'), headers('404.html')]).toEqual([page, page, page]);
  expect(headers('releases.json')).toMatchObject({ 'Cache-Control': 'no-cache' });
  const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' };
  const script = 'r/landing/1.0.0-a/remoteEntry.js';
  expect(headers(script)).toEqual({ ...immutable, 'Content-Type': 'text/javascript', 'Content-Encoding': 'br' });
  expect(brotliDecompressSync(object(script).body).toString()).toBe('landing(1.0.0-a)');
  expect(headers('r/landing/1.0.0-a/picture.svg')).toMatchObject({ ...immutable, 'Content-Type': 'image/svg+xml' });
  expect(keys().filter((key) => /\.(?:br|gz)$/.test(key))).toEqual([]);
});

test('a deployment starts each page in a bucket with its policy, without directives that work only in a header', async () => {
  await run(S3);
  const { pages } = requireState(await store.readRevision());
  const policy = pages['/booking']?.contentSecurityPolicy ?? '';
  expect(policy).toContain("; frame-ancestors 'none'");
  const [, head] = object('booking').body.toString().split('<head>');
  const expected = policy.replace("; frame-ancestors 'none'", '');
  expect(head?.startsWith(`<meta http-equiv="Content-Security-Policy" content="${expected}"><title>`)).toBe(true);
});

test('a deployment refuses to put a page into a bucket when it has no place for its policy', () => {
  for (const html of ['<main></main>', '<script>1</script><head></head>', '<!doctype html><!--<head>--><p>']) {
    expect(() => withOwnPolicy('/booking', html, "default-src 'none'")).toThrow(
      new UserError('/booking does not begin with its <head>: a bucket could not send it with its policy.'),
    );
  }
});

test("a deployment leaves the owner's space out of a bucket, which has no header against framing", async () => {
  const { text, leftOut } = await run(S3);
  expect(leftOut).toEqual(['/espace']);
  expect(text).toContain('left out: /espace, which other sites could frame');
  expect(keys().filter((key) => /espace|owner/.test(key))).toEqual([]);
});

test("a deployment writes the owner's space and its headers to a folder, whose host sends headers", async () => {
  expect((await run(folder)).leftOut).toEqual([]);
  expect(readFileSync(join(folder, '_headers'), 'utf8')).toMatch(
    /^\/espace\n(?: {2}.*\n)* {2}Cache-Control: no-store$/m,
  );
  expect(readFileSync(join(folder, 'espace.html'), 'utf8')).toContain('owner 1.0.0-a');
});

test('a deployment sends only the files of new releases, keeps those of old ones, and sends none for a rollback', async () => {
  await run(S3);
  const first = object('index.html').body;
  await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
  const filesIn = (sent: readonly string[]) => sent.filter((key) => key.startsWith('r/'));
  const files = filesIn((await run(S3)).sent);
  expect(files.length).toBe(3);
  expect(files.every((key) => key.startsWith('r/landing/1.0.0-b/'))).toBe(true);
  expect(keys()).toContain('r/landing/1.0.0-a/remoteEntry.js');
  expect(object('index.html').body).not.toEqual(first);
  await rollBack(store, 'landing');
  expect(filesIn((await run(S3)).sent)).toEqual([]);
  expect(object('index.html').body.toString()).toContain('landing 1.0.0-a');
});

test('a deployment replaces the page of a deactivated part with its redirect', async () => {
  await run(S3);
  await retireBooking();
  await run(S3);
  const text = object('booking').body.toString();
  expect(text).toContain('<meta http-equiv="refresh" content="0; url=/">');
  expect(text).not.toContain('booking 1.0.0-a');
  expect((await run(folder)).sent).not.toContain('booking.html');
});

test('a deployment removes a page from the folder that the site no longer has, and nothing else', async () => {
  await run(folder);
  writeFileSync(join(folder, 'notes.html'), 'of the owner');
  await retireBooking();
  expect((await run(folder)).removed).toEqual(['booking.html']);
  expect(existsSync(join(folder, 'booking.html'))).toBe(false);
  expect(readFileSync(join(folder, 'notes.html'), 'utf8')).toBe('of the owner');
});

test('a dry run says what would be sent and removed, and writes nothing', async () => {
  await run(folder, true);
  expect(existsSync(folder)).toBe(false);
  await run(folder);
  await retireBooking();
  await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
  const files = () => new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]));
  const there = files();
  const { text, sent } = await run(folder, true);
  expect(files()).toEqual(there);
  expect(text).toMatch(/^Change 4 is in .*: \d+ files sent, \d+ were there, booking\.html removed\.$/);
  expect(sent.filter((key) => key.startsWith('r/'))).toHaveLength(3);
});

test('a deployment keeps the old index when a deployment is interrupted, and completes it the next time', async () => {
  await run(S3);
  const index = object('releases.json').body;
  await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
  const { target } = noting(bucket(), ({ key }) => {
    if (key === 'booking') throw new Error('The connection ended.');
  });
  await expect(deploySite(store, target)).rejects.toThrow('The connection ended.');
  expect(object('releases.json').body).toEqual(index);
  await run(S3);
  expect(object('releases.json').body).not.toEqual(index);
  expect(object('index.html').body.toString()).toContain('landing 1.0.0-b');
});

test('a deployment removes a page of an interrupted deployment that the site no longer has', async () => {
  const { target } = noting(folderTarget(folder), ({ key }) => {
    if (key === 'releases.json') throw new Error('The disk is gone.');
  });
  await expect(deploySite(store, target)).rejects.toThrow('The disk is gone.');
  await retireBooking();
  expect((await run(folder)).removed).toEqual(['booking.html']);
});

test('a deployment ends with the latest change when another deployment was faster', async () => {
  let isOvertaken = false;
  const { target } = noting(bucket(), async ({ key }) => {
    if (key !== 'index.html' || isOvertaken) return;
    isOvertaken = true;
    await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
    await run(S3);
  });
  const { seq } = await deploySite(store, target);
  expect(seq).toBe((await store.readRevision())?.seq);
  expect(object('index.html').body.toString()).toContain('landing 1.0.0-b');
  expect(object('releases.json').body.toString()).toContain('1.0.0-b');
});

test('a deployment refuses a target with a later change than the store, and does not change it', async () => {
  await run(S3);
  const all = new Map(standIn.objects);
  store = await tinyStore([tinyShell(), tinyRemote('landing')]);
  standIn.objects.set('www/_deployed.json', { ...object('_deployed.json'), body: Buffer.from('{"seq":7,"pages":[]}') });
  await compose({ url: 'https://abc.supabase.co', anonKey: 'key' });
  await expect(run(S3)).rejects.toThrow(
    "has change 7, and this store ends with change 2: deploy from the site's own store, or to an empty target.",
  );
  expect([...standIn.objects.keys()]).toEqual([...all.keys()]);
});

test('a deployment refuses a bucket or a folder that no deployment wrote, and does not change it', async () => {
  const key = 'holidays.jpg';
  standIn.objects.set(`www/${key}`, { body: Buffer.from('{}'), writer: undefined, headers: {} });
  await expect(run(S3)).rejects.toThrow(
    'is not empty, and no deployment wrote it: name an empty target, or one that does not exist yet.',
  );
  expect(keys()).toEqual([key]);
  await expect(run(join(folder, '..', '..'))).rejects.toThrow('is not empty, and no deployment wrote it');
});

test('a deployment refuses an invalid mark', async () => {
  for (const text of ['', '{"seq":1,"pages":["../../etc/passwd"]}', '{"seq":1,"pages":["r/"]}', '{"pages":[]}']) {
    standIn.objects.set('www/_deployed.json', { body: Buffer.from(text), writer: undefined, headers: {} });
    await expect(run(S3)).rejects.toThrow('_deployed.json in s3://site/www at');
  }
});

test('a deployment refuses a site without a hosted backend', async () => {
  await compose({ url: '', anonKey: 'key' });
  await expect(run(S3)).rejects.toThrow('The site has no hosted backend: its forms would reach nobody.');
  expect(keys()).toEqual([]);
});

test('a deployment writes files that the web server of another user may read', async () => {
  const umask = process.umask(0o022);
  await run(folder).finally(() => process.umask(umask));
  expect(statSync(join(folder, 'index.html')).mode & 0o004).toBe(0o004);
  expect(await folderTarget(folder).names()).not.toContainEqual(expect.stringContaining('partial'));
});
