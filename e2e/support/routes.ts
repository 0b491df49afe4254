import type { APIRequestContext } from '@playwright/test';

/** The pages that the specification names, and the accessibility statement. */
export const PATHS = [
  '/',
  '/booking',
  '/contact',
  '/agefice',
  '/mentions-legales',
  '/politique-de-cookies',
  '/accessibilite',
];

export const UNKNOWN_PATH = '/page-inconnue';

/** What the browser and the page say of an unknown path. */
export const UNKNOWN_PATH_LOGGED = [/status of 404/, /404: .*\/page-inconnue/];

/** The part of the page's release index that the tests read. */
export interface ReleaseIndex {
  readonly seq: number;
  readonly remotes: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly entry: string;
        readonly integrity: string;
        readonly routes: readonly { readonly path: string; readonly title: string }[];
      }
    >
  >;
}

const INDEX = /<script type="application\/json" id="release-index">(.*?)<\/script>/s;

export async function readIndex(request: APIRequestContext, path = '/'): Promise<ReleaseIndex> {
  const html = await (await request.get(path)).text();
  return JSON.parse(INDEX.exec(html)?.[1] ?? 'null');
}
