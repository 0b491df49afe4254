import * as sharedUi from './index';
import { globalCss } from './theme/global-css';

test('published remotes can still import the former name of useHydrated', () => {
  expect(sharedUi.useIsLive).toBe(sharedUi.useHydrated);
});

test('published remotes keep their surfaces under the former name of the attribute', () => {
  const rules = Object.keys(globalCss).filter((selector) => selector.includes('data-surface'));
  expect(rules).toHaveLength(5);
  for (const selector of rules) {
    expect(selector).toContain(selector.split(', ')[0]?.replace('data-surface', 'data-ground') ?? '');
  }
});
