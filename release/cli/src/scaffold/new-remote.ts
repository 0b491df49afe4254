import { join, resolve } from 'node:path';
import { isRoutePath } from '@site/contract/addresses';
import { PATHS } from '@site/contract/routes';
import { parseName } from '@site/release-core/changes/names';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { Answer, Context } from '../command/command';
import { writeRemote } from './write-remote';

export async function writeNewRemote({ store, options }: Context, word: string, folder: string): Promise<Answer> {
  const name = parseName(word);
  await requireFree(store, name);
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

async function requireFree(store: Store, name: string) {
  const path = `/${name}`;
  if (name === 'shell' || !isRoutePath(path, false)) {
    throw new UserError(`No part can be called ${name}: the site itself has that name. Choose another.`);
  }
  const { releases = {} } = (await store.readIndex()) ?? {};
  if (releases[name]) throw new UserError(`The site has a part ${name} already: choose another name.`);
  for (const [owner, { active }] of Object.entries(releases)) {
    const { routes } = await store.read(owner, active);
    if (routes.some((route) => route.path === path)) throw taken(path, owner);
  }
  const [route] = Object.entries(PATHS).find(([, ownPath]) => ownPath === path) ?? [];
  if (route) throw taken(path, `the page "${route}"`);
}

const taken = (path: string, owner: string) =>
  new UserError(`The path ${path} belongs to ${owner}: choose another name.`);
