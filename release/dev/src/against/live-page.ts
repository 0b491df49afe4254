import { RELEASES_PATH } from '@site/contract/addresses';
import {
  INDEX_ELEMENT_ID,
  jsonForHtml,
  jsonTextOf,
  ROOT_ELEMENT_ID,
  SITE_ELEMENT_ID,
  START_ELEMENT_ID,
} from '@site/contract/page-data';
import type { ActiveRelease, ReleaseIndex } from '@site/contract/release-index';

/** A file, because the page's policy allows no other inline script. */
export const RELOAD_SCRIPT = `${RELEASES_PATH}-/reload.js`;

const RENDERED = new RegExp(
  `(<div id="${ROOT_ELEMENT_ID}">).*(</div>\\s*<script type="application/json" id="${START_ELEMENT_ID}">)`,
  's',
);

export interface HotReleases {
  readonly releases: Readonly<Record<string, ActiveRelease>>;
  /** Whether the page belongs to a hot remote. */
  readonly isOwnPage: boolean;
}

export const withHot = (index: ReleaseIndex, hot: HotReleases['releases']): ReleaseIndex => ({
  ...index,
  remotes: { ...index.remotes, ...hot },
});

/** A hot remote's own page loses its prerendered content, which belongs to another release. */
export function pageWithHot(html: string, { releases, isOwnPage }: HotReleases): string {
  const page = html
    .replace(jsonTextOf(INDEX_ELEMENT_ID), (text) => jsonForHtml(withHot(JSON.parse(text), releases)))
    // Browsers would call a hosted backend directly.
    .replace(jsonTextOf(SITE_ELEMENT_ID), (text) => jsonForHtml(withOwnBackend(JSON.parse(text))))
    .replace('</head>', `<script src="${RELOAD_SCRIPT}" defer></script>\n</head>`);
  if (!isOwnPage) return page;
  return page
    .replace(RENDERED, '$1$2')
    .replace(jsonTextOf(START_ELEMENT_ID), (text) => jsonForHtml({ ...JSON.parse(text), ahead: [] }));
}

/** Empty when the site serves its own backend. */
export function backendOf(html: string): string {
  const text = jsonTextOf(SITE_ELEMENT_ID).exec(html)?.[0];
  return text ? (JSON.parse(text) as SiteElement).backend.url : '';
}

interface SiteElement {
  readonly backend: { readonly url: string };
}

const withOwnBackend = ({ backend, ...site }: SiteElement) => ({ ...site, backend: { ...backend, url: '' } });
