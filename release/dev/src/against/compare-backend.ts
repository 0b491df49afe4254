import { openSite } from '@site/release/client/site';
import { backendIncompatibilities } from '@site/release-core/compose/backend-fit';
import { UserError } from '@site/release-core/user-error';
import type { HotRelease } from './hot-release';

interface Compared {
  readonly origin: string;
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns warnings: `dev` also serves what the database of the live site refuses. A token reads its description. */
export async function compareBackend(
  { origin, root, env }: Compared,
  releases: readonly Pick<HotRelease, 'name' | 'build'>[],
): Promise<string[]> {
  const calling = releases.flatMap(({ name, build: { id, requires } }) => (requires ? [{ name, id, requires }] : []));
  try {
    const { store } = await openSite(origin, { root, env, name: '--against' });
    return await backendIncompatibilities(store, calling);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [`What these remotes send is not compared with the database of ${origin}: ${error.message}`];
  }
}
