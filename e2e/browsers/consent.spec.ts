import { expect, test } from './test';
import { button, type ElementQuery } from './visitor';

const status: ElementQuery = { role: 'status', within: 'main' };

test('a refusal is stored, survives a reload and can be changed in the dialog', async ({ visitor }) => {
  const stored = () => visitor.evaluate('return localStorage.getItem("cookie-consent")');
  await visitor.openHydrated('/');
  await visitor.click(button('Refuser'));
  await visitor.seesNo(button('Refuser'));
  expect(await stored()).toBe('rejected');
  await visitor.reload();
  await visitor.seesNo(button('Refuser'));
  await visitor.openHydrated('/politique-de-cookies');
  await expect.poll(() => visitor.reads(status)).toMatch(/refusé/i);

  const opener = button(/préférences/i, 'main');
  await visitor.click(opener);
  await visitor.sees({ role: 'dialog', name: 'Préférences de Cookies' });
  await visitor.press('Escape');
  await visitor.seesNo({ role: 'dialog' });
  await visitor.focusIsOn(opener);
  await visitor.click(opener);
  await visitor.click(button('Accepter', 'dialog'));
  await visitor.seesNo({ role: 'dialog' });
  await expect.poll(() => visitor.reads(status)).toMatch(/accepté/i);
  expect(await stored()).toBe('accepted');
});
