import type { Page } from '@playwright/test';

interface Passage {
  readonly text: string;
  readonly where: string;
}

export const pageText = (page: Page): Promise<Passage[]> =>
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
