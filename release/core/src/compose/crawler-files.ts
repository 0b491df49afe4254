import type { Site } from '@site/contract/host';
import { todayInParis } from '@site/contract/today';
import type { Release } from '../store/release';

interface TextFile {
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
}

/** Files for search engines. Site maps need absolute addresses: without the site's origin there is none. */
export function crawlerFiles({ origin: published, draft }: Site, releases: readonly Release[]): readonly TextFile[] {
  // Robots may fetch a draft: they must see its noindex.
  const origin = draft ? '' : published;
  const robots = ['User-agent: *', 'Allow: /', ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : [])];
  const files = [{ path: '/robots.txt', contentType: 'text/plain; charset=utf-8', text: lines(robots) }];
  if (!origin) return files;
  const map = { path: '/sitemap.xml', contentType: 'application/xml; charset=utf-8', text: siteMap(origin, releases) };
  return [...files, map];
}

function siteMap(origin: string, releases: readonly Release[]) {
  const entries = releases.flatMap(({ routes, publishedAt }) =>
    routes
      .filter(({ noindex }) => !noindex)
      .map(({ path }) => {
        const lastmod = todayInParis(new Date(publishedAt));
        return `  <url><loc>${escapeXml(origin + path)}</loc><lastmod>${lastmod}</lastmod></url>`;
      }),
  );
  return lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ]);
}

const lines = (parts: readonly string[]) => `${parts.join('\n')}\n`;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
