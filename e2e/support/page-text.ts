import { expect, type Page } from '@playwright/test';
import { unnamedControls } from './page-faults';
import { LITERALS } from './specification';

/** The alert of a composed page, which is only visible when its shell fails to load. */
const ONLY_WITHOUT_SHELL = /<div role="alert"[\s\S]*?(?=<section)/;

/** The words that a visitor reads on a page whose shell loads, in their order. */
export const wordsOfPage = (html: string): string[] =>
  html
    .slice(html.indexOf('<body>'))
    .replace(ONLY_WITHOUT_SHELL, '')
    .replaceAll(/<!--.*?-->|<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean);

const NARROW = '\u202f';
const FIXED = '\u00a0';

/** Violations of French typography, by the name of the rule. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  'straight apostrophe': /'/,
  'straight quotation mark': /"/,
  'three dots': /\.\.\./,
  'no narrow space before ; ! ?': new RegExp(`[^${NARROW}!?][;!?]`),
  'no narrow space inside «': new RegExp(`«(?!${NARROW})`),
  'no narrow space inside »': new RegExp(`(?<!${NARROW})»`),
  'no fixed space before :': new RegExp(`(?<![${FIXED}\\d]):`),
  'no fixed space before % or €': new RegExp(`(?<!${FIXED})[%€]`),
  'capital without its accent':
    /\b(A (la|partir|propos|retenir|compléter|corriger)|E(tape|diteur|tat|crire|crivez|change)s?)\b/,
};

/** English words that are not French words. */
const ENGLISH =
  /(?<!\p{L})(the|and|with|your|you|this|that|please|loading|submit|click|close|open|next|previous|month|choose|select|selected|required|optional|invalid|not|match|back|home|read|more|learn|send|error|oops|welcome|unavailable|available|date-picker|page not|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december)(?!\p{L})/iu;

/** Placeholders, and what a program prints for a missing value. */
const LEFT_OVER = /lorem|ipsum|todo|fixme|xxx|undefined|\bnull\b|\bNaN\b|\[object|\$\{|\{\{|\[(?!À compléter\])/i;

/** Proper names keep their language. */
const NAMES = ['SIL Open Font', 'Open Graph'];

const ADDRESS = /\b(https?:\/\/|mailto:|tel:)\S+|\S+@\S+\.[a-z]+|\/[\w./-]+/gi;

/** Removes the specification's exact sentences, proper names and addresses. */
function ownWords(text: string): string {
  const withoutFixed = [...LITERALS, ...NAMES].reduce((rest, fixed) => rest.replaceAll(fixed, ''), text);
  return withoutFixed.replace(ADDRESS, '');
}

function faultsOf(text: string): string[] {
  const own = ownWords(text);
  const rules = { ...FAULTS, 'English word': ENGLISH, 'left over': LEFT_OVER };
  return Object.entries(rules).flatMap(([name, rule]) => {
    const match = rule.exec(own);
    return match ? [`${name}: …${own.slice(Math.max(0, match.index - 25), match.index + 25)}…`] : [];
  });
}

interface Passage {
  readonly text: string;
  readonly where: string;
}

const pageText = (page: Page): Promise<Passage[]> =>
  page.evaluate(() => {
    const paragraphs = new Map<Element, string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let block = node.parentElement;
      if (!block || block.closest('script, style, noscript, [translate="no"]')) continue;
      while (block.parentElement && getComputedStyle(block).display === 'inline') block = block.parentElement;
      paragraphs.set(block, (paragraphs.get(block) ?? '') + node.textContent);
    }
    const passages = [...paragraphs].map(([block, text]) => ({ text, where: block.tagName.toLowerCase() }));

    const heard = ['alt', 'aria-label', 'placeholder', 'title', 'aria-description'].flatMap((attribute) =>
      [...document.body.querySelectorAll(`[${attribute}]`)].map((element) => ({
        text: element.getAttribute(attribute) ?? '',
        where: attribute,
      })),
    );
    const head = [...document.head.querySelectorAll('meta[name="description"], meta[property^="og:"]')]
      .filter((meta) => !meta.getAttribute('property')?.match(/og:(url|image$|image:(width|height|type)|type|locale)/))
      .map((meta) => ({ text: meta.getAttribute('content') ?? '', where: 'meta' }));
    return [...passages, ...heard, ...head, { text: document.title, where: 'title' }].filter(({ text }) => text.trim());
  });

/** Checks the typography of all texts, the names of controls and the language of the page. */
export async function expectGoodFrench(page: Page) {
  const faults = (await pageText(page)).flatMap(({ text, where }) =>
    faultsOf(text).map((fault) => `${where}, ${fault}`),
  );
  expect.soft([...new Set(faults)]).toEqual([]);
  expect.soft(await unnamedControls(page)).toEqual([]);
  await expect.soft(page.locator('html')).toHaveAttribute('lang', 'fr');
}
