import { unmetCalls } from '@site/contract/backend-calls';
import { readBackend } from '../store/backend-description';
import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

type Calling = Pick<Release, 'name' | 'id' | 'requires'>;

/** Returns sentences that say what does not fit and what to do first; empty when the backend is not known. */
export async function backendIncompatibilities(
  store: Pick<Store, 'blobs'>,
  releases: readonly Calling[],
): Promise<string[]> {
  const backend = await readBackend(store);
  if (!backend) return [];
  return releases.flatMap(({ name, id, requires }) => {
    const { lacks, needs } = unmetCalls(requires.backend, backend);
    const release = `${name}@${id}`;
    return [
      ...(lacks.length > 0
        ? [`${release} uses ${lacks.join(', ')}, which the site's backend lacks. ${SERVER_FIRST}`]
        : []),
      ...(needs.length > 0
        ? [`The site's backend needs ${needs.join(', ')}, which ${release} does not send. ${NEWER}`]
        : []),
    ];
  });
}

/** @throws UserError that gives the order: the site's server first, then the release */
export async function requireBackend(store: Pick<Store, 'blobs'>, releases: readonly Calling[], nothing: string) {
  const reasons = await backendIncompatibilities(store, releases);
  if (reasons.length > 0) throw new UserError(`${reasons.join(' ')} ${nothing}`);
}

const SERVER_FIRST =
  "First update the site's server: a start with the new migrations adds what is missing. Then publish and activate the release.";
const NEWER = 'Choose a release that sends it, or give it a default with a new migration and start the site again.';
