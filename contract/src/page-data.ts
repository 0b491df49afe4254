import type { Backend, Site } from './host.ts';
import type { ReleaseIndex } from './release-index.ts';

/** Data that every page is composed from, besides the releases. */
export interface SiteData {
  readonly site: Site;
  readonly backend: Backend;
  /** yyyy-MM-dd in Paris */
  readonly composedOn: string;
  /** The owner's files; missing when there are none. */
  readonly files?: StoredFiles;
  /** Facts from the owner's space in place of those of `site.json`; missing without any, and in pages. */
  readonly edited?: EditedFacts;
}

/** Keys are those of `site.json`, such as `publisher.name`. An empty text or list leaves the fact out. */
export type EditedFacts = Readonly<Record<string, FactValue>>;

/** A table is a list too, of lines: `FACT_COLUMNS` has the columns. */
export type FactValue = string | boolean | readonly string[];

/** Files in the release store, by their path on the site. */
export type StoredFiles = Readonly<
  Record<string, { /** sha256 */ readonly body: string; readonly contentType: string }>
>;

/** Data that a page holds for the shell. `composedOn` is the `data-composed` attribute of `html`. */
export interface PageData extends SiteData {
  readonly index: ReleaseIndex;
}

/** Id of the element around the rendered tree. */
export const ROOT_ELEMENT_ID = 'root';
export const INDEX_ELEMENT_ID = 'release-index';
/** Id of the JSON element that holds `site` and `backend`. */
export const SITE_ELEMENT_ID = 'site-data';
/** Id of the JSON element that names the scripts to start. */
export const START_ELEMENT_ID = 'start-files';

/** Attribute of a button whose click opens a dialog before hydration, where its media query matches. */
export const EARLY_DIALOG_ATTRIBUTE = 'data-early-dialog';

/** JSON that can neither end its script element nor open a comment in it. */
export const jsonForHtml = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

export const jsonElement = (id: string, value: unknown) => `${openingTag(id)}${jsonForHtml(value)}</script>`;

/** Matches the text of a `jsonElement` in a page's HTML, without its tags. For Node only. */
export const jsonTextOf = (id: string) => new RegExp(`(?<=${openingTag(id)})[^<]*(?=</script>)`);

const openingTag = (id: string) => `<script type="application/json" id="${id}">`;
