import { axe, toHaveNoViolations } from 'jest-axe';

expect.extend(toHaveNoViolations);

export async function expectAccessible(element: Element = document.body): Promise<void> {
  expect(await axe(element)).toHaveNoViolations();
}
