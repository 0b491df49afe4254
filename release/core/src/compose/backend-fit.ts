import { type BackendDescription, unmetCalls } from '@site/contract/backend-calls';
import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import type { Blobs } from '../store/blobs';
import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

const KEY = `${STORE.backend}/accepts.json`;

const names = v.record(v.string(), v.object({ accepts: v.array(v.string()), needs: v.array(v.string()) }));
const schema = v.nullable(v.object({ tables: names, functions: names }));

/** Records what the site's backend accepts, for commands on any machine. Null for a backend that cannot be asked. */
export async function recordBackend({ blobs }: { readonly blobs: Blobs }, accepts: BackendDescription | null) {
  const stored = await blobs.get(KEY);
  const value = JSON.stringify(accepts);
  if ((stored?.toString() ?? 'null') !== value) await blobs.replace(KEY, value);
}

/** Returns what the backend accepted at the site's last start, or null when that is not known. */
export async function readBackend({ blobs }: { readonly blobs: Blobs }): Promise<BackendDescription | null> {
  const stored = await blobs.get(KEY);
  if (!stored) return null;
  try {
    return v.parse(schema, JSON.parse(stored.toString()));
  } catch {
    // A damaged record must not prevent a rollback. The next start replaces it.
    return null;
  }
}

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
