import { renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { FundingHint } from './funding-hint';

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());

function hint(isAgefice: boolean, dates: string[]) {
  renderInHost(<FundingHint isAgefice={isAgefice} dates={dates} />);
  return screen.getByRole('status').textContent;
}

test('warns of a funded date nearer than fifteen days', () => {
  expect(hint(true, ['2026-12-05', '2027-01-04'])).toMatch(/moins de 15 jours/);
});

test.each([
  ['fifteen days are enough', true, ['2026-12-06']],
  ['without funding there is no delay to keep', false, ['2026-11-23']],
  ['without a date there is nothing to say', true, []],
])('%s', (_case, isAgefice, dates) => {
  expect(hint(isAgefice, dates)).toBe('');
});
