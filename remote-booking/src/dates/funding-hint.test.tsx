import { renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { FundingHint } from './funding-hint';

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => jest.useRealTimers());

function hint(isAgefice: boolean, dates: string[]) {
  renderInHost(<FundingHint isAgefice={isAgefice} dates={dates} />);
  return screen.getByRole('status').textContent;
}

test('warns of a funded date that is less than fifteen days ahead', () => {
  expect(hint(true, ['2026-12-05', '2027-01-04'])).toMatch(/moins de 15 jours/);
});

test.each([
  ['when the date is fifteen days ahead', true, ['2026-12-06']],
  ['without funding', false, ['2026-11-23']],
  ['without a date', true, []],
])('shows no hint %s', (_case, isAgefice, dates) => {
  expect(hint(isAgefice, dates)).toBe('');
});
