import type { PageModule, ReleaseIndex } from '@site/shared-ui/host';
import type { Release } from '../store/release';
import type { Store } from '../store/store';
import type { ComposedReleases } from './composed-releases';
import { evaluate, nodeModules, offerOnly } from './evaluate';
import type { RootFile, ShellBuild, SiteData } from './shell-build';

export interface Renderer {
  /** One whole HTML page. */
  readonly page: (path: string) => Promise<string>;
  /** What the shell wants answered at the site's root. */
  readonly rootFiles: () => readonly RootFile[];
}

/** Evaluates the node builds of the active releases, each when it is first needed, and gives what writes pages with them. */
export async function openRenderer(
  store: Store,
  { shell, remotes }: ComposedReleases,
  index: ReleaseIndex,
  data: SiteData,
): Promise<Renderer> {
  const shellSource = (await store.readNodeFile('shell', shell.id, 'render.js')).toString();
  const { shared, render, rootFiles } = openShell(shellSource, shell.id, store.baseOf('shell', shell.id));
  const load = async (remote: Release, module: string) => {
    const source = (await store.readNodeFile(remote.name, remote.id, `${module}.js`)).toString();
    const filename = `${remote.name}@${remote.id}/${module}.js`;
    return evaluate(
      source,
      filename,
      store.baseOf(remote.name, remote.id),
      offerOnly(shared, remote.name),
    ) as PageModule;
  };
  const script = { url: store.baseOf('shell', shell.id) + shell.entry, integrity: shell.files[shell.entry] ?? '' };
  return {
    page: async (path) => {
      const remote = remotes.find(({ routes }) => routes.some((route) => route.path === path));
      const route = remote?.routes.find((one) => one.path === path);
      const module = remote && route && (await load(remote, route.module));
      return render({
        ...data,
        index,
        path,
        script,
        ahead: remote && route ? scriptsOf(store, remote, route.module) : [],
        load: () => {
          if (!module) throw new Error(`No module was evaluated for ${path}.`);
          return module;
        },
      });
    },
    rootFiles: () => rootFiles(data.site, script.url),
  };
}

/** A release from before its pages' files were listed is found by its run time alone. */
const scriptsOf = (store: Store, { name, id, entry, pageFiles }: Release, module: string) =>
  [entry, ...(pageFiles?.[module] ?? [])].map((file) => store.baseOf(name, id) + file);

/** Evaluates a shell's node build. @param base address of its client files; of no matter where nothing is rendered */
export const openShell = (source: string, id: string, base = '/') =>
  evaluate(source, `shell@${id}/render.js`, base, nodeModules) as ShellBuild;
