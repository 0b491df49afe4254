import type { Concern } from '@site/supabase/requests';
import { isPressing } from './health';

const near = { kind: 'deadline', isUrgent: false, request: 'a', name: 'Zoé', due: '2026-12-07' } as const;

test.each<[Concern, boolean]>([
  [{ ...near, step: 'funding', isLate: false }, false],
  [{ ...near, step: 'signature', isContract: true }, false],
  [{ ...near, step: 'funding', due: '2026-11-30', isLate: true }, true],
  [{ ...near, step: 'signature', due: '2026-11-30' }, true],
  [{ ...near, step: 'report', due: '2026-04-30' }, true],
  [{ ...near, step: 'kept' }, true],
  [{ kind: 'disk', isUrgent: true, host: 'atelier', folder: '', freeBytes: 0 }, true],
])('a date that is near is no alarm, one that is late and what is to do or wrong are: %j', (concern, isTold) => {
  expect(isPressing(concern, '2026-12-01')).toBe(isTold);
});
