import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComposedPages } from '../compose/compose';
import { NOT_FOUND } from '../compose/compose';
import type { Store } from '../store/folder-store';

export type Encoding = 'br' | 'gzip';

export interface ServedPage {
  readonly status: 200 | 404;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  readonly etag: string;
  readonly body: Readonly<{ identity: Buffer } & Partial<Record<Encoding, Buffer>>>;
}

type PagesByPath = ReadonlyMap<string, ServedPage>;

/** The pages that are active and the files beside them, held in memory and read anew when the store's state has changed. */
export function composedPages({ folder, stateFile }: Store) {
  let known: { readonly changedAt: number; readonly pages: PagesByPath } | null = null;

  return async (path: string): Promise<ServedPage> => {
    const { mtimeMs } = await stat(stateFile);
    if (known?.changedAt !== mtimeMs) {
      const { pages } = JSON.parse(await readFile(stateFile, 'utf8')) as { pages: string };
      known = { changedAt: mtimeMs, pages: await readPages(join(folder, 'pages', pages)) };
    }
    const page = known.pages.get(path) ?? known.pages.get(NOT_FOUND);
    if (!page) throw new Error(`${folder} holds no page for unknown paths: compose the site again.`);
    return page;
  };
}

async function readPages(folder: string): Promise<PagesByPath> {
  const described = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as ComposedPages;
  const entries = Object.entries(described).map(async ([path, { file, ...described }]) => {
    const identity = await readFile(join(folder, file));
    const [br, gzip] = await Promise.all(['.br', '.gz'].map((ending) => readIfThere(join(folder, file + ending))));
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
    const status = path === NOT_FOUND ? 404 : 200;
    return [
      path,
      { status, ...described, etag, body: { identity, ...(br && { br }), ...(gzip && { gzip }) } },
    ] as const;
  });
  return new Map(await Promise.all(entries));
}

/** What is compressed already has no encoded forms. */
const readIfThere = async (file: string) => (existsSync(file) ? readFile(file) : null);
