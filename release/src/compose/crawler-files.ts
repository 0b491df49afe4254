import type { Site } from '@site/shared-ui/host';
import type { Release } from '../store/release';
import { todayInParis } from '../today';

export interface TextFile {
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
}

/** What search engines read beside the pages. Their addresses must be absolute: no site map without the site's own. */
export function crawlerFiles({ origin }: Site, releases: readonly Release[]): readonly TextFile[] {
  const robots = ['User-agent: *', 'Allow: /', ...(origin ? ['', `Sitemap: ${origin}/sitemap.xml`] : [])];
  const files = [{ path: '/robots.txt', contentType: 'text/plain; charset=utf-8', text: lines(robots) }];
  if (!origin) return files;
  const map = { path: '/sitemap.xml', contentType: 'application/xml; charset=utf-8', text: siteMap(origin, releases) };
  return [...files, map];
}

/** Every page, and the day on which the release that brings it was published. */
function siteMap(origin: string, releases: readonly Release[]) {
  const entries = releases.flatMap(({ routes, publishedAt }) =>
    routes.map(({ path }) => {
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
