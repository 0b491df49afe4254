import { nextSince } from './activations';
import type { IndexEntry } from './release';

test('the next entry keeps the time of unchanged parts, and gives others the time of the change', () => {
  const line = { previous: [], revoked: [] };
  const current = {
    releases: { shell: { active: 's1', ...line }, booking: { active: 'a', ...line } },
    since: { shell: '2026-11-20T00:00:00Z', booking: '2026-11-21T00:00:00Z' },
  } as unknown as IndexEntry;
  const releases = { shell: { active: 's1', ...line }, booking: { active: 'b', ...line } };
  const at = '2026-11-22T05:00:00Z';
  expect(nextSince(current, releases, at)).toEqual({ shell: '2026-11-20T00:00:00Z', booking: at });
  expect(nextSince(null, releases, at)).toEqual({ shell: at, booking: at });
});
