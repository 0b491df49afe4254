import { useEffect, useRef } from 'react';
import type { Paper } from '../content/papers/paper';

/** Styles of what is printed, and of what is measured for it. */
export const onPaper = <Style extends object>(style: Style) => ({ _print: style, '[data-measured] &': style });

/** As in the print styles of shared-ui, which do not count for what is measured on the screen. */
const PRINTED_REM = '75%';
const MEASURED_RULES = [
  '[data-measured] :is(h3, h4, p, li) { break-inside: avoid }',
  '[data-measured] :is(h3, h4)::after { content: ""; display: block; height: 10rem; margin-bottom: -10rem }',
];
/** A4 without its margins, in mm. */
const SHEET = { width: 176, height: 267 };

const PRINT_RULES = [
  '@page { size: A4; margin: 15mm 17mm }',
  '@media print { [data-paper] ~ [data-paper] { break-before: page } }',
  '@media print { body *:not(:has([data-paper]), [data-paper], [data-paper] *) { display: none !important } }',
  '@media print { body *:has([data-paper]) { display: block !important; margin: 0 !important; padding: 0 !important; max-width: none !important } }',
];

const boxes = (foot: string, page: string) =>
  [`@bottom-left { content: ${JSON.stringify(foot)};`, `@bottom-right { content: ${page}; white-space: nowrap;`]
    .map((box) => `${box} font: 8pt sans-serif }`)
    .join(' ');

/** `counter(pages)` is of all that is printed: one paper among others is counted before. */
const pageRules = (name: string, foot: string, total: number): readonly string[] =>
  name
    ? [
        `@page ${name} { counter-increment: ${name}; ${boxes(foot, `"page " counter(${name}) " / ${total}"`)} }`,
        `[data-paper="${name}"] { page: ${name} }`,
      ]
    : [`@page { ${boxes(foot, '"page " counter(page) " / " counter(pages)')} }`];

/** Pages that a sheet fills: columns of the size of a page are filled alike. */
function countPages(sheet: HTMLElement): number {
  const pages = document.createElement('div');
  pages.dataset.measured = '';
  const width = `${SHEET.width}mm`;
  const columns = { columnWidth: width, columnGap: '0', columnFill: 'auto', width, height: `${SHEET.height}mm` };
  Object.assign(pages.style, columns, { position: 'absolute', visibility: 'hidden' });
  pages.append(sheet.cloneNode(true));
  sheet.after(pages);
  const root = document.documentElement.style;
  const { fontSize } = root;
  root.fontSize = PRINTED_REM;
  const count = Math.round(pages.scrollWidth / pages.clientWidth);
  root.fontSize = fontSize;
  pages.remove();
  return count || 1;
}

/** Rules for the whole page, while a paper is shown. The page's policy refuses style elements with a text. */
export function usePrintRules(name: string, { foot }: Paper) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    const style = document.head.appendChild(document.createElement('style'));
    const insert = () => {
      const { sheet: rules } = style;
      while (rules && rules.cssRules.length > 0) rules.deleteRule(0);
      for (const rule of [...PRINT_RULES, ...MEASURED_RULES]) rules?.insertRule(rule);
      const total = name && sheet.current ? countPages(sheet.current) : 1;
      try {
        for (const rule of pageRules(name, foot, total)) rules?.insertRule(rule);
      } catch {
        // A browser that knows no margin boxes prints no numbers.
      }
    };
    insert();
    window.addEventListener('beforeprint', insert);
    return () => {
      window.removeEventListener('beforeprint', insert);
      style.remove();
    };
  }, [name, foot]);
  return sheet;
}
