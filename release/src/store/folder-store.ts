import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Release, StoreState } from './release';

/** Releases, composed pages and what is active, in a folder. Whatever is added appears whole or not at all. */
export interface Store {
  readonly folder: string;
  /** The one mutable file. */
  readonly stateFile: string;
  /** Address of a release's client files, below the site's origin. */
  readonly baseOf: (name: string, id: string) => string;
  readonly readState: () => Promise<StoreState | null>;
  readonly writeState: (state: StoreState) => Promise<void>;
  readonly has: (name: string, id: string) => boolean;
  /** Takes a prepared folder with `client` and `node` in it. */
  readonly add: (release: Release, prepared: string) => Promise<void>;
  readonly read: (name: string, id: string) => Promise<Release>;
  readonly readNodeBuild: (name: string, id: string, file: string) => Promise<string>;
  readonly readClientFile: (name: string, id: string, file: string) => Promise<Buffer>;
  readonly hasPages: (folder: string) => boolean;
  readonly addPages: (folder: string, files: ReadonlyMap<string, string | Buffer>) => Promise<void>;
  /** A new empty folder on the same disk. */
  readonly scratch: () => Promise<string>;
}

export function openFolderStore(folder: string): Store {
  const at = (...parts: string[]) => join(folder, ...parts);
  const stateFile = at('state.json');

  const place = async (from: string, to: string) => {
    await mkdir(join(to, '..'), { recursive: true });
    await rm(to, { recursive: true, force: true });
    await rename(from, to);
  };
  const scratch = async () => {
    const created = at('scratch', `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2)}`);
    await mkdir(created, { recursive: true });
    return created;
  };

  return {
    folder,
    stateFile,
    scratch,
    baseOf: (name, id) => `/r/${name}/${id}/`,
    readState: async () =>
      existsSync(stateFile) ? (JSON.parse(await readFile(stateFile, 'utf8')) as StoreState) : null,
    writeState: async (state) => {
      const next = join(await scratch(), 'state.json');
      await writeFile(next, JSON.stringify(state, null, 2));
      await rename(next, stateFile);
      await rm(join(next, '..'), { recursive: true, force: true });
    },
    has: (name, id) => existsSync(at('r', name, id, 'release.json')),
    add: async (release, prepared) => {
      await writeFile(join(prepared, 'client/release.json'), JSON.stringify(release, null, 2));
      await place(join(prepared, 'node'), at('node', release.name, release.id));
      await place(join(prepared, 'client'), at('r', release.name, release.id));
      await rm(prepared, { recursive: true, force: true });
    },
    read: async (name, id) => JSON.parse(await readFile(at('r', name, id, 'release.json'), 'utf8')) as Release,
    readNodeBuild: (name, id, file) => readFile(at('node', name, id, file), 'utf8'),
    readClientFile: (name, id, file) => readFile(at('r', name, id, file)),
    hasPages: (pages) => existsSync(at('pages', pages, 'pages.json')),
    addPages: async (pages, files) => {
      const prepared = await scratch();
      for (const [name, content] of files) await writeFile(join(prepared, name), content);
      await place(prepared, at('pages', pages));
    },
  };
}

/** Copies a build's files into a scratch folder, where the publisher completes them. */
export const copyBuild = (from: string, to: string) => cp(from, to, { recursive: true });
