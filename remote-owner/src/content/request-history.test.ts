import { describeAction } from './request-history';

test.each([
  ['noted', null, 'Note modifiée'],
  ['visitor_cancelled', { confirmed: [] }, 'Annulée par le visiteur'],
  [
    'visitor_cancelled',
    { confirmed: ['2026-12-01'] },
    'Annulée par le visiteur, alors que confirmée\u00a0: mardi 1er décembre 2026',
  ],
  [
    'visitor_asked',
    { from: '2026-12-01', to: '2026-12-03' },
    'Autre jour demandé par le visiteur\u00a0: jeudi 3 décembre 2026, à la place du mardi 1er décembre 2026',
  ],
  ['confirmed', ['2026-12-01'], 'Confirmée'],
  ['of_a_later_version', null, 'of_a_later_version'],
])('the history describes %s with %j', (action, days, line) => {
  expect(describeAction(action, days)).toBe(line);
});
