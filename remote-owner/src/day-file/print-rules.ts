import { useEffect } from 'react';
import type { Paper } from '../papers/paper';

const PRINT_RULES = [
  '@page { size: A4; margin: 13mm 16mm 15mm }',
  '@media print { [data-paper] ~ [data-paper] { break-before: page } }',
  '@media print { body *:not(:has([data-paper]), [data-paper], [data-paper] *) { display: none !important } }',
  '@media print { body *:has([data-paper]) { display: block !important; margin: 0 !important; padding: 0 !important; max-width: none !important } }',
];

const boxes = (foot: string, page: string) =>
  [
    `@bottom-left { content: ${JSON.stringify(foot)};`,
    `@bottom-right { content: ${page}; white-space: nowrap; padding-left: 6mm;`,
  ]
    .map((box) => `${box} font: 7.5pt var(--ui-fonts-body, sans-serif) }`)
    .join(' ');

/**
 * `counter(pages)` is of all that is printed: no browser can say how many pages one paper among others has. Beside the page of a
 * paper, the sheets of all are counted, so that a missing one is seen.
 */
export const pageRules = (name: string, foot: string): readonly string[] =>
  name
    ? [
        `@page ${name} { counter-increment: ${name}; ${boxes(foot, `"page " counter(${name}) " – feuille " counter(page) " / " counter(pages)`)} }`,
        `[data-paper="${name}"] { page: ${name} }`,
      ]
    : [`@page { ${boxes(foot, '"page " counter(page) " / " counter(pages)')} }`];

/** Rules for the whole page, while a paper is shown. The page's policy refuses style elements with a text. */
export function usePrintRules(name: string, { foot }: Paper): void {
  useEffect(() => {
    const style = document.head.appendChild(document.createElement('style'));
    for (const rule of PRINT_RULES) style.sheet?.insertRule(rule);
    try {
      for (const rule of pageRules(name, foot)) style.sheet?.insertRule(rule);
    } catch {
      // A browser that knows no margin boxes prints no numbers.
    }
    return () => style.remove();
  }, [name, foot]);
}
