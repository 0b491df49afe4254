import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT_ELEMENT_ID, START_ELEMENT_ID } from '@site/contract/page-data';
import { compress } from '@site/release-core/compress';
import { contentSecurityPolicy } from '@site/release-core/content-policy';
import type { PageAt, ServedPage } from '@site/release-server/http/composed-pages';
import { type ReadReleaseFile, type ReleaseFile, typeOf } from '@site/release-server/http/release-files';
import { type ComposedSite, type ServedSite, serveSite } from './composed-site';

export interface Variant extends ServedSite {
  readonly name: 'ours' | 'without scripts' | 'hand-written' | 'one bundle';
  readonly routes: readonly string[];
}

/** Path of the single bundle below `/r/`. */
const BUNDLE = 'bundle/';

/** The single bundle's entry of each route. */
const BUNDLED: Readonly<Record<string, string>> = { '/': 'landing', '/booking': 'booking' };

export async function openVariants(
  site: ComposedSite,
  routes: readonly string[],
  readBundleFile: ReadReleaseFile,
): Promise<Variant[]> {
  const readReleaseFile: ReadReleaseFile = (path) =>
    path.startsWith(BUNDLE) ? readBundleFile(path.slice(BUNDLE.length)) : site.readReleaseFile(path);
  const serve = async (name: Variant['name'], pageAt: PageAt, served = routes): Promise<Variant> => ({
    name,
    routes: routes.filter((route) => served.includes(route)),
    ...(await serveSite({ readReleaseFile, pageAt })),
  });
  const changed = (change: Change): PageAt => {
    const cache = new Map<string, ReturnType<PageAt>>();
    return (path) => {
      const changedPage = cache.get(path) ?? site.pageAt(path).then((page) => changePage(page, path, change));
      cache.set(path, changedPage);
      return changedPage;
    };
  };
  return Promise.all([
    serve('ours', site.pageAt),
    serve(
      'without scripts',
      changed((html) => html.replaceAll(ANY_SCRIPT, '')),
    ),
    serve('hand-written', changed(handWrittenPage), ['/']),
    serve('one bundle', changed(clientRendered), Object.keys(BUNDLED)),
  ]);
}

type Change = (html: string, path: string) => string | Promise<string>;

const changePage = async (page: Awaited<ReturnType<PageAt>>, path: string, change: Change) =>
  page.status !== 308 && page.contentType.startsWith('text/html')
    ? pageOf(page, await change(htmlOf(page), path))
    : page;

const COMPOSED_TREE = new RegExp(`<div id="${ROOT_ELEMENT_ID}">[\\s\\S]*(?=<script[^>]* id="${START_ELEMENT_ID}")`);
const ANY_SCRIPT = /<script[^>]*>[\s\S]*?<\/script>\n?/g;
const htmlOf = ({ body }: ServedPage) => body.identity.toString();

function clientRendered(html: string, path: string) {
  return html
    .replace(COMPOSED_TREE, `<div id="${ROOT_ELEMENT_ID}"></div>`)
    .replaceAll(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<script>[\s\S]*?<\/script>/, `<script src="/r/${BUNDLE}${BUNDLED[path]}.js" defer></script>`);
}

async function pageOf(page: ServedPage, html: string): Promise<ServedPage> {
  const identity = Buffer.from(html);
  const [[, br], [, gzip]] = (await compress('page.html', identity)) as [[string, Buffer], [string, Buffer]];
  return { ...page, body: { identity, br, gzip }, contentSecurityPolicy: contentSecurityPolicy(html, ''), tag: null };
}

const SOURCE = readFileSync(join(import.meta.dirname, 'hand-written.html'), 'utf8');

/** The hand-written landing page, with the file addresses of the composed page. */
const handWrittenPage = (composed: string): string =>
  SOURCE.replaceAll(/\/files\/([a-z-]+)\.(\w+)/g, (_, name: string, ending: string) => {
    const address = new RegExp(`/r/[^"()]+/${name}(\\.[0-9a-f]+)?\\.${ending}`).exec(composed)?.[0];
    if (!address) throw new Error(`The composed page has no ${name}.${ending}: change hand-written.html.`);
    return address;
  });

const FOLDER = join(import.meta.dirname, '../single-bundle');

/** Builds the bundle. Its files have the same compressed forms as those of a release. */
export async function buildSingleBundle(): Promise<ReadReleaseFile> {
  const rspack = join(import.meta.dirname, '../node_modules/@rspack/cli/bin/rspack.js');
  await promisify(execFile)(process.execPath, [rspack, 'build'], { cwd: FOLDER });
  const folder = join(FOLDER, 'dist');
  const files = new Map(
    await Promise.all((await readdir(folder)).map(async (file) => [file, await readAs(folder, file)] as const)),
  );
  return async (file) => files.get(file) ?? null;
}

async function readAs(folder: string, file: string): Promise<ReleaseFile> {
  const identity = await readFile(join(folder, file));
  const { '.br': br, '.gz': gzip } = Object.fromEntries(await compress(file, identity));
  return {
    contentType: typeOf(file),
    tag: null,
    body: { identity, ...(br && { br }), ...(gzip && { gzip }) },
    isIntact: true,
  };
}
