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
