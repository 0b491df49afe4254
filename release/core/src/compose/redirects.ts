import type { RemoteRoute } from '@site/contract/routes';
import type { Release } from '../store/release';
import { UserError } from '../user-error';

export type Redirects = Readonly<Record<string, string>>;

export interface RetiredPath {
  readonly path: string;
  /** Defaults to the new path of the route with the same name. */
  readonly redirect?: string | undefined;
}

const pathsOf = (remotes: readonly Release[]): string[] =>
  remotes.flatMap(({ routes }) => routes.map(({ path }) => path));

/** Resolves chains of redirects, and omits those that end at no page. A page takes precedence over a redirect. */
export function resolveRedirects(redirects: Redirects, pages: readonly string[]): Redirects {
  const resolve = (path: string): string | null => {
    const seen = new Set<string>();
    for (let at: string | undefined = path; at !== undefined && !seen.has(at); at = redirects[at]) {
      if (pages.includes(at)) return at;
      seen.add(at);
    }
    return null;
  };
  return Object.fromEntries(
    Object.keys(redirects).flatMap((path) => {
      const target = pages.includes(path) ? null : resolve(path);
      return target === null ? [] : [[path, target]];
    }),
  );
}

interface Sites {
  readonly previous: readonly Release[];
  readonly next: readonly Release[];
}

export function retire(redirects: Redirects, retired: readonly RetiredPath[], { previous, next }: Sites): Redirects {
  const routes = previous.flatMap((one) => one.routes);
  const pages = pathsOf(next);
  const added = retired.map(({ path, redirect }) => {
    if (pages.includes(path)) throw new UserError(`${path} is still a page after this change: it cannot be retired.`);
    const route = routes.find((one) => one.path === path);
    if (!route && !Object.hasOwn(redirects, path)) {
      throw new UserError(`${path} is no page of the site: choose among ${pathsOf(previous).join(', ')}.`);
    }
    const moved = next.flatMap((one) => one.routes).find(({ name }) => name === route?.name)?.path;
    const target = redirect ?? moved;
    if (!target) throw new UserError(`${path} has not moved: name the page that it leads to with --redirect.`);
    if (!pages.includes(target)) {
      throw new UserError(
        `${path} cannot lead to ${target}, which is no page after this change: choose among ${pages.join(', ')}.`,
      );
    }
    return [path, target];
  });
  return { ...redirects, ...Object.fromEntries(added) };
}

export function requireKeptRoutes(redirects: Redirects, { previous, next }: Sites): void {
  const pages = pathsOf(next);
  const redirected = resolveRedirects(redirects, pages);
  const nextRoutes = next.flatMap(({ routes }) => routes);
  const isKept = ({ name, path }: RemoteRoute) =>
    path in redirected || (pages.includes(path) && nextRoutes.some((route) => route.name === name));
  const lost = previous.flatMap((release) =>
    release.routes.filter((route) => !isKept(route)).map((route) => ({ ...route, release })),
  );
  const [first] = lost;
  if (!first) return;
  const moved = nextRoutes.find(({ name }) => name === first.name)?.path;
  throw new UserError(
    `${lost.map(({ path }) => path).join(', ')} of ${first.release.name}@${first.release.id} would be lost. Publish a release that has ${lost.length > 1 ? 'them' : 'it'}, or redirect its visitors: --retire ${first.path} --redirect ${moved ?? '/other'}.`,
  );
}
