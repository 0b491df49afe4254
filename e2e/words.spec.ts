import type { Page } from '@playwright/test';
import { testEveryState } from './support/every-state';
import { pageText } from './support/page-text';
import { expect, test } from './support/test';
import { faultsOf } from './support/typography';

// Whoever has not answered yet reads the banner too.
test.use({ consent: 'unset' });

/** A control or picture in the accessibility tree that stands there without a name. */
const UNNAMED =
  /^\s*- '?(link|button|textbox|searchbox|checkbox|radio|combobox|spinbutton|slider|img|dialog|gridcell|progressbar|heading)(?=$|:| \[)/;

async function expectGoodFrench(page: Page) {
  const faults = (await pageText(page)).flatMap(({ text, where }) =>
    faultsOf(text).map((fault) => `${where}, ${fault}`),
  );
  expect.soft([...new Set(faults)]).toEqual([]);
}

async function expectNamedControls(page: Page) {
  const tree = await page.locator('body').ariaSnapshot();
  expect(tree.split('\n').filter((line) => UNNAMED.test(line))).toEqual([]);
}

testEveryState('speaks French as it is printed, and names every control', async (page) => {
  await expectGoodFrench(page);
  await expectNamedControls(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('the rules find what they are for', () => {
  const wrong = {
    "l'accueil": 'straight apostrophe',
    'Une question ?': 'no narrow space before ; ! ?',
    '« GO »': 'no narrow space inside «',
    'Adresse : ici': 'no fixed space before :',
    '199 €': 'no fixed space before % or €',
    'La page arrive...': 'three dots',
    'Next Month': 'English word',
    '[À faire]': 'left over',
  };
  for (const [text, fault] of Object.entries(wrong)) expect(faultsOf(text).join()).toContain(fault);
  const right = [
    "Retour à l'accueil",
    'Formulaire envoyé !',
    'noté, tenu',
    'Une question\u202f? À 19:42\u00a0: oui.',
    '[À compléter]',
  ];
  for (const text of right) expect(faultsOf(text)).toEqual([]);
});
