import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { testEveryState } from './support/every-state';
import { DESKTOP, PHONE } from './support/screens';
import { expect, test } from './support/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html }) => html.slice(0, 200)),
  }));
  expect(found).toEqual([]);
}

// What still has to rise into sight is invisible, and axe passes over it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [device, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test.describe(`on a ${device}`, () => {
    test.use(screen);

    testEveryState('breaks no rule that axe knows', expectAccessible);
  });
}
