import { type ActiveRelease, loadableRelease, type ReleaseIndex } from '@site/contract/release-index';
import type { PreparedSite } from '@site/server/site/prepare-site';
import { describeHot, type HotPackage } from './hot-package';

interface DevPart {
  readonly name: string;
  readonly private?: true | undefined;
  readonly release: ActiveRelease;
}

/** @throws UserError when a hot package does not start */
export async function indexesWithHot(
  { store, releases }: PreparedSite,
  hot: readonly HotPackage[],
): Promise<(path: string) => ReleaseIndex> {
  const others = Object.entries(releases).map(async ([name, { active }]): Promise<DevPart> => {
    const release = await store.read(name, active);
    return { name, private: release.private, release: loadableRelease(release) };
  });
  const described = hot.map(async (one): Promise<DevPart> => {
    const { private: isPrivate, ...release } = await describeHot(one);
    return { name: one.name, private: isPrivate, release };
  });
  const parts = await Promise.all([...others, ...described]);
  const indexOf = (named: readonly DevPart[]): ReleaseIndex => ({
    seq: 0,
    shell: { id: 'dev' },
    remotes: Object.fromEntries(named.map(({ name, release }) => [name, release])),
  });
  const open = parts.filter((part) => !part.private);
  const routes = open.flatMap(({ release }) => release.routes);
  const paths = Object.fromEntries(routes.map(({ name, path }) => [name, path]));
  return (path) => {
    const own = parts.find((part) => part.private && part.release.routes.some((route) => route.path === path));
    return own ? { ...indexOf([own]), private: { paths } } : indexOf(open);
  };
}
