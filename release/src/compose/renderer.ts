import { releaseBase } from '@site/contract/addresses';
import type { PageModule } from '@site/contract/host';
import type { PageData } from '@site/contract/page-data';
import { loadableRelease } from '@site/contract/release-index';
import type { RootFile, ShellBuild } from '@site/contract/shell-build';
import type { Release } from '../store/release';
import type { Store } from '../store/store';
import type { ComposedReleases } from './composed-releases';
import { evaluate, nodeModules, offerOnly } from './evaluate';

export interface Renderer {
  readonly page: (path: string) => Promise<string>;
  readonly rootFiles: () => readonly RootFile[];
}

/** Evaluates the shell's node build at once, that of a remote when one of its pages is rendered. */
export async function openRenderer(
  store: Store,
  { shell, remotes }: ComposedReleases,
  data: PageData,
): Promise<Renderer> {
  const shellSource = (await store.readNodeFile(shell, 'render.js')).toString();
  const { shared, render, rootFiles } = openShell(shellSource, shell.id, baseOf(shell));
  const load = async (remote: Release, module: string) => {
    const source = (await store.readNodeFile(remote, `${module}.js`)).toString();
    const file = { filename: `${remote.name}@${remote.id}/${module}.js`, base: baseOf(remote) };
    return evaluate(source, file, offerOnly(shared, remote.name)) as PageModule;
  };
  const { entry: url, integrity } = loadableRelease(shell);
  return {
    page: async (path) => {
      const remote = remotes.find(({ routes }) => routes.some((route) => route.path === path));
      const route = remote?.routes.find((one) => one.path === path);
      const module = remote && route && (await load(remote, route.module));
      return render({
        ...data,
        path,
        script: { url, integrity },
        ahead: remote && route ? scriptsOf(remote, route.module) : [],
        load: () => {
          if (!module) throw new Error(`No module was evaluated for ${path}.`);
          return module;
        },
      });
    },
    rootFiles: () => rootFiles(data.site, url, data.index),
  };
}

const baseOf = ({ name, id }: Release) => releaseBase(name, id);

/** Releases that were published before `pageFiles` existed name only their entry. */
const scriptsOf = (remote: Release, module: string) =>
  [remote.entry, ...(remote.pageFiles?.[module] ?? [])].map((file) => baseOf(remote) + file);

/** Evaluates a shell's node build. @param base address of its client files; any value where nothing is rendered */
export const openShell = (source: string, id: string, base = '/') =>
  evaluate(source, { filename: `shell@${id}/render.js`, base }, nodeModules) as ShellBuild;
