import type { Concern } from '@site/supabase/requests';
import { isPressing } from './health';

const near = { kind: 'deadline', isUrgent: false, request: 'a', name: 'Zoé', due: '2026-12-07' } as const;

test.each<[string, boolean, Concern]>([
  ['a file for the fund that is due soon', false, { ...near, step: 'funding', isLate: false }],
  ['a signature that is due soon', false, { ...near, step: 'signature', isContract: true }],
  ['a file for the fund that is late', true, { ...near, step: 'funding', due: '2026-11-30', isLate: true }],
  ['a signature that is late', true, { ...near, step: 'signature', due: '2026-11-30' }],
  ['a signature for today, whose hours are over', true, { ...near, step: 'signature', due: '2026-12-01' }],
  ['a file for the fund that is due today', false, { ...near, step: 'funding', due: '2026-12-01' }],
  ['a report that is late', true, { ...near, step: 'report', due: '2026-04-30' }],
  ['a reimbursement that has months', false, { ...near, step: 'reimbursement', due: '2027-03-01' }],
  ['a reimbursement that is lost in two weeks', true, { ...near, step: 'reimbursement', due: '2026-12-15' }],
  ['a deposit that may be asked for', false, { ...near, step: 'payable', due: '2026-11-30' }],
  ['hours to be noted', true, { ...near, step: 'kept' }],
  ['a full disk', true, { kind: 'disk', isUrgent: true, host: 'atelier', folder: '', freeBytes: 0 }],
])('%s is pressing: %s', (_, isTold, concern) => {
  expect(isPressing(concern, '2026-12-01', '2026-12-02')).toBe(isTold);
});
