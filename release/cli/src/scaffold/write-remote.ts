import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '@site/release-core/user-error';
import { projectOf, workspaceProjectOf } from './project';
import { readRegistry } from './read-registry';
import { sourcesOf } from './sources';

/** Writes the files into an empty or new folder and returns their paths. @throws UserError when it is not empty */
export async function writeRemote(name: string, folder: string, isDry: boolean): Promise<string[]> {
  // A new repository counts as empty.
  const present = (await readdir(folder).catch(emptyIfMissing)).filter((entry) => entry !== '.git');
  if (present.length > 0) throw new UserError(`${folder} is not empty: name a new folder, or empty it.`);
  const project = isOfWorkspace(name, folder)
    ? workspaceProjectOf(name)
    : projectOf(name, await readRegistry(process.env));
  const files = { ...project, ...sourcesOf(name) };
  for (const [path, text] of isDry ? [] : Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  }
  return Object.keys(files);
}

/** Parts of the site's own repository are folders of its root. @throws UserError for another folder in it */
function isOfWorkspace(name: string, folder: string): boolean {
  const root = ancestorsOf(folder).find((each) => existsSync(join(each, 'pnpm-workspace.yaml')));
  if (root === undefined) return false;
  const place = join(root, `remote-${name}`);
  if (folder !== place)
    throw new UserError(`${folder} is in the repository of the site: name ${place}, or a folder outside.`);
  return true;
}

const ancestorsOf = (folder: string): readonly string[] => {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...ancestorsOf(parent)];
};

function emptyIfMissing(cause: NodeJS.ErrnoException): string[] {
  if (cause.code === 'ENOENT') return [];
  if (cause.code === 'ENOTDIR') throw new UserError(`${cause.path} is a file: name a new folder.`, { cause });
  throw cause;
}
