import type { BackendDescription } from '@site/contract/backend-calls';
import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import type { Blobs } from './blobs';

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
