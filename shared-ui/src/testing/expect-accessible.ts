import { axe, toHaveNoViolations } from 'jest-axe';

expect.extend(toHaveNoViolations);

/** Fails with axe's findings for what is on the page. */
export async function expectAccessible(element: Element = document.body): Promise<void> {
  expect(await axe(element)).toHaveNoViolations();
}
