import type { Concern } from '@site/supabase/requests';
import { isPressing } from './health';

const near = { kind: 'deadline', isUrgent: false, request: 'a', name: 'Zoé', due: '2026-12-07' } as const;

test.each<[Concern, boolean]>([
  [{ ...near, step: 'funding', isLate: false }, false],
  [{ ...near, step: 'signature', isContract: true }, false],
  [{ ...near, step: 'funding', isLate: true }, true],
  [{ ...near, step: 'kept' }, true],
  [{ kind: 'disk', isUrgent: true, host: 'atelier', folder: '', freeBytes: 0 }, true],
])('a date that is near is no alarm, one that is late and what is to do or wrong are: %j', (concern, isTold) => {
  expect(isPressing(concern)).toBe(isTold);
});
