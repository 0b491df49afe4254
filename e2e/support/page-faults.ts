import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** Loads axe into the page once, and returns the rules that the page breaks. */
export async function brokenRules(page: Page) {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    // During a transition, the contrast of colours is not final.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await checker.run(document, options);
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html.slice(0, 200)) }));
  }, OPTIONS);
}

/** A control or picture without a name in the accessibility tree. */
const UNNAMED =
  /^\s*- '?(link|button|textbox|searchbox|checkbox|radio|combobox|spinbutton|slider|img|dialog|gridcell|progressbar|heading)(?=$|:| \[)/;

export async function unnamedControls(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.split('\n').filter((line) => UNNAMED.test(line));
}

export async function expectFits(page: Page, { width }: { readonly width: number }) {
  // A calendar or dialog adapts to the viewport a moment later.
  await expect.soft.poll(() => overflowingElements(page)).toEqual([]);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect.soft(await cutContents(page)).toEqual([]);
}

/** The name of the product ends before the header's button. */
export async function expectHeaderFits(page: Page) {
  // An open dialog hides the header from the accessibility tree.
  const header = page.getByRole('banner', { includeHidden: true });
  const [, product = ''] = (await page.title()).split(' | ');
  const name = header.getByText(product, { exact: true }).filter({ visible: true });
  const nameEnds = await name.evaluate((part) => {
    const letters = document.createRange();
    letters.selectNodeContents(part);
    return letters.getBoundingClientRect().right;
  });
  const links = header.getByRole('link', { name: 'Réserver ma session', includeHidden: true });
  const button = links.filter({ visible: true });
  expect.soft(nameEnds).toBeLessThanOrEqual((await button.boundingBox())?.x ?? 0);
}

/** Words in these elements whose letters are on more than one line. */
export const brokenWords = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const texts = [...document.querySelectorAll(selector)].flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      return Array.from(
        (function* () {
          while (walker.nextNode()) yield walker.currentNode as Text;
        })(),
      );
    });
    return texts.flatMap((text) =>
      [...text.data.matchAll(/[\p{L}\p{N}]+/gu)]
        .filter(({ 0: word, index }) => {
          const letters = document.createRange();
          letters.setStart(text, index);
          letters.setEnd(text, index + word.length);
          return new Set([...letters.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
        })
        .map(([word]) => word),
    );
  }, selector);

const overflowingElements = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isScrolled = (at: Element | null): boolean =>
      at !== null && (getComputedStyle(at).overflowX === 'auto' || isScrolled(at.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && !isScrolled(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** Dialogs that would scroll sideways, and notices whose end is cut off. */
const cutContents = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('dialog[open], [data-notices] li')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(
        ({ textContent, scrollWidth, clientWidth }) => `${textContent?.slice(0, 60)}: ${scrollWidth}/${clientWidth}`,
      ),
  );

/** The minimum of WCAG 2.2 at level AA. */
const SMALLEST_TARGET_PX = 24;

/** Controls smaller than this, except links in sentences. A label counts for its control, a card for its link. */
export const smallTargets = (page: Page, smallest = SMALLEST_TARGET_PX) =>
  page.evaluate((smallest) => {
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      (element.closest('p, li, dd, address')?.textContent?.trim().length ?? 0) >
        (element.textContent?.trim().length ?? 0);
    const isOverCard = (element: Element) => getComputedStyle(element, '::before').position === 'absolute';
    return [...document.querySelectorAll('a[href], button, input, textarea, select, [role="gridcell"], summary')]
      .filter((element) => element.checkVisibility() && !isInSentence(element))
      .map((element) => ({
        markup: element.outerHTML.slice(0, 120),
        box: (element.closest(isOverCard(element) ? 'li' : 'label') ?? element).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.width < smallest || box.height < smallest))
      .map(({ markup, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${markup}`);
  }, smallest);

export const withoutEdge = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, input:not([type="checkbox"]), textarea, dialog[open], li:has([role="alert"])',
      ),
    ]
      .filter((element) => element.checkVisibility() && element.getAttribute('aria-hidden') !== 'true')
      .filter((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element);
        return borderTopWidth === '0px' || borderTopStyle === 'none' || borderTopColor === 'rgba(0, 0, 0, 0)';
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );
