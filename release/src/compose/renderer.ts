import type { PageModule, ReleaseIndex } from '@site/shared-ui/host';
import type { Store } from '../store/folder-store';
import type { Release } from '../store/release';
import { evaluate, nodeModules, offerOnly } from './evaluate';
import type { ShellBuild, SiteData } from './shell-build';

/** Evaluates the node builds of the active releases, and gives what writes pages with them. */
export async function openRenderer(store: Store, releases: readonly Release[], index: ReleaseIndex, data: SiteData) {
  const load = async ({ name, id }: Release, file: string, offer: (name: string) => unknown) =>
    evaluate(await store.readNodeBuild(name, id, file), `${name}@${id}/${file}`, store.baseOf(name, id), offer);

  const shell = releases.find(({ name }) => name === 'shell');
  if (!shell) throw new Error('No shell is active: publish one.');
  const { shared, render, rootFiles } = (await load(shell, 'render.js', nodeModules)) as ShellBuild;
  const modules = new Map<string, PageModule>();
  for (const remote of releases) {
    for (const { path, module } of remote.routes) {
      modules.set(path, (await load(remote, `${module}.js`, offerOnly(shared, remote.name))) as PageModule);
    }
  }
  const script = { url: store.baseOf('shell', shell.id) + shell.entry, integrity: shell.files[shell.entry] ?? '' };
  return {
    /** One whole HTML page. */
    page: (path: string) =>
      render({
        ...data,
        index,
        path,
        script,
        load: (_, route) => {
          const page = modules.get(route.path);
          if (!page) throw new Error(`No module was evaluated for ${route.path}.`);
          return page;
        },
      }),
    /** What the shell wants answered at the site's root. */
    rootFiles: async () =>
      Promise.all(
        (rootFiles?.(data.site, script.url) ?? []).map(async (one) => ({
          ...one,
          content: 'file' in one ? await store.readClientFile('shell', shell.id, one.file) : Buffer.from(one.text),
        })),
      ),
  };
}
