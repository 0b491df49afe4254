import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compress } from '@site/release-core/compress';
import { contentSecurityPolicy } from '@site/release-core/content-policy';
import type { PageAt, ServedPage } from '@site/release-server/http/composed-pages';
import { type ComposedSite, type ServedSite, serveSite } from './composed-site';

export interface Variant extends ServedSite {
  readonly name: 'ours' | 'without scripts' | 'hand-written';
  readonly routes: readonly string[];
}

export async function openVariants(site: ComposedSite, routes: readonly string[]): Promise<Variant[]> {
  const { readReleaseFile } = site;
  const serve = async (name: Variant['name'], pageAt: PageAt, served = routes): Promise<Variant> => ({
    name,
    routes: routes.filter((route) => served.includes(route)),
    ...(await serveSite({ readReleaseFile, pageAt })),
  });
  const changed = (change: Change): PageAt => {
    const cache = new Map<string, ReturnType<PageAt>>();
    return (path) => {
      const changedPage = cache.get(path) ?? site.pageAt(path).then((page) => changePage(page, change));
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
  ]);
}

type Change = (html: string) => string;

const changePage = async (page: Awaited<ReturnType<PageAt>>, change: Change) =>
  page.status !== 308 && page.contentType.startsWith('text/html') ? pageOf(page, change(htmlOf(page))) : page;

const ANY_SCRIPT = /<script[^>]*>[\s\S]*?<\/script>\n?/g;
const htmlOf = ({ body }: ServedPage) => body.identity.toString();

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
