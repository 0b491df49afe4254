import { RELEASE_FILE, releaseBase } from '@site/contract/addresses';
import { loadableRelease, type PublishedRelease, type ReleaseIndex } from '@site/contract/release-index';
import type { Preview } from '../federation/remote-pages';

export type FoundRelease =
  | { readonly ok: true; readonly preview: Preview }
  | { readonly ok: false; readonly reason: 'malformed' | 'unknown' | 'revoked' | 'unreachable' };

/** A name and an id, never an address: only releases of this site can be previewed. */
const REQUEST_PATTERN = /^([^@]+)@([0-9A-Za-z][0-9A-Za-z.-]*)$/;
const ANSWER_WITHIN_MS = 4000;

/** Looks up a published release by `<name>@<id>`; its description has the hashes with which it is loaded. */
export async function findRelease(
  requested: string,
  index: ReleaseIndex,
  fetchFrom: typeof fetch,
): Promise<FoundRelease> {
  const [, name = '', id = ''] = REQUEST_PATTERN.exec(requested) ?? [];
  if (!Object.hasOwn(index.remotes, name)) return { ok: false, reason: 'malformed' };
  if (index.remotes[name]?.revoked?.includes(id)) return { ok: false, reason: 'revoked' };
  try {
    const answer = await fetchFrom(releaseBase(name, id) + RELEASE_FILE, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (!answer.ok) return { ok: false, reason: answer.status === 404 ? 'unknown' : 'unreachable' };
    const found = (await answer.json()) as PublishedRelease;
    if (found.name !== name || found.id !== id) return { ok: false, reason: 'unknown' };
    return { ok: true, preview: { remote: name, release: loadableRelease(found) } };
  } catch {
    return { ok: false, reason: 'unreachable' };
  }
}
