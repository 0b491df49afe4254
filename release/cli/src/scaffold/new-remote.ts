import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isRoutePath } from '@site/contract/addresses';
import { parseName } from '@site/release-core/changes/arguments';
import { UserError } from '@site/release-core/user-error';
import type { CommandOutput, Context } from '../command';
import { projectOf, sourcesOf, workspaceProjectOf } from './remote-files';

export async function writeNewRemote({ options }: Context, word = '', folder = ''): Promise<CommandOutput> {
  const name = parseName(word);
  if (name === 'shell' || !isRoutePath(`/${name}`, false)) {
    throw new UserError(`No part can be called ${name}: the site itself has that name. Choose another.`);
  }
  const target = resolve(folder);
  const files = await writeRemote(name, target, options.isDry);
  const text = [
    `${target} holds the remote ${name}, with the page /${name}.`,
    files.includes('.npmrc')
      ? `Next: cd ${folder}, write the title and the description in contract.ts, npm install, npm run dev.`
      : `Next: write the title and the description in ${join(folder, 'contract.ts')}, npx pnpm install, npx pnpm dev ${name}.`,
  ].join('\n');
  return { text, json: { name, path: `/${name}`, folder: target, files } };
}

async function writeRemote(name: string, folder: string, isDry: boolean): Promise<string[]> {
  // A new repository counts as empty.
  const present = (await readdir(folder).catch(() => [])).filter((name) => name !== '.git');
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

const KEY = '@site:registry';

/** The registry that npm's settings name for the packages of `@site`. @throws UserError without one */
async function readRegistry(env: NodeJS.ProcessEnv): Promise<string> {
  const given = env[`npm_config_${KEY}`] ?? (await askNpm());
  if (URL.canParse(given)) return given;
  throw new UserError(
    `npm knows no registry for @site, and a public one could have other packages of that name: "npm config set ${KEY} https://…" first.`,
  );
}

const askNpm = () =>
  promisify(execFile)('npm', ['config', 'get', KEY]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
