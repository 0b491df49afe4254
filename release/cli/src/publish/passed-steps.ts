import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspaceHash } from './source-hash';

export interface PassedSteps {
  readonly has: (title: string) => boolean;
  /** Remembers a step, unless the sources changed while it ran. */
  readonly add: (title: string) => Promise<void>;
}

/** Steps that passed with the same sources and the same version of Node. A publication skips them. */
export async function openPassedSteps(root: string, name: string): Promise<PassedSteps> {
  const file = join(root, `node_modules/.cache/publish/${name}.json`);
  const state = await currentState(root);
  const titles = new Set(await readTitles(file, state));
  return {
    has: (title) => titles.has(title),
    add: async (title) => {
      if ((await currentState(root)) !== state) return;
      titles.add(title);
      await mkdir(dirname(file), { recursive: true });
      // Another publication may be reading it.
      await writeFile(`${file}.${process.pid}`, JSON.stringify({ state, titles: [...titles] }));
      await rename(`${file}.${process.pid}`, file);
    },
  };
}

const currentState = async (root: string) => `${process.version} ${await workspaceHash(root)}`;

async function readTitles(file: string, state: string): Promise<readonly string[]> {
  try {
    const stored = JSON.parse(await readFile(file, 'utf8')) as { state: string; titles: readonly string[] };
    return stored.state === state ? stored.titles : [];
  } catch {
    // Missing or damaged: every step runs.
    return [];
  }
}
