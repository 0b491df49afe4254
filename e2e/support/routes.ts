import type { APIRequestContext } from '@playwright/test';
import { INDEX_ELEMENT_ID, jsonTextOf } from '@site/contract/page-data';
import type { ReleaseIndex } from '@site/contract/release-index';
import { PATHS as PATHS_BY_NAME } from '@site/contract/routes';

export const PATHS: readonly string[] = Object.values(PATHS_BY_NAME);

export const UNKNOWN_PATH = '/page-inconnue';

export const UNKNOWN_PATH_LOGGED = [/status of 404/, /404: .*\/page-inconnue/];

export async function readIndex(request: APIRequestContext, path = '/'): Promise<ReleaseIndex> {
  const html = await (await request.get(path)).text();
  return JSON.parse(jsonTextOf(INDEX_ELEMENT_ID).exec(html)?.[0] ?? 'null');
}
