import { format } from 'node:util';

// Tests in Node do not load what only a DOM needs.
if (typeof document !== 'undefined') require('@testing-library/jest-dom');

// An unexpected console.error fails a test. A test that expects one mocks it.
const original = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  // Each test starts like a new tab, without the persisted values of a form.
  if (typeof sessionStorage !== 'undefined') sessionStorage.clear();
  unexpected = [];
  console.error = (...args: unknown[]) => {
    unexpected.push(format(...args));
  };
});

afterEach(() => {
  console.error = original;
  if (unexpected.length > 0) throw new Error(`console.error was called:\n${unexpected.join('\n')}`);
});

if (typeof window !== 'undefined') {
  // Not a second, which a busy machine may take: Jest ends a test that waits for what does not come.
  require('@testing-library/dom').configure({ asyncUtilTimeout: 60_000 });
  window.getComputedStyle = fasterStyles(window.getComputedStyle);
}

/**
 * jsdom matches an element with every rule of every style sheet, at each query by role and each click: a quarter of
 * the time of tests with a DOM. So only elements that a style could hide have computed styles. For the others, it is
 * enough that they are shown.
 */
function fasterStyles(compute: typeof window.getComputedStyle): typeof window.getComputedStyle {
  const create = (display: string) =>
    Object.assign(document.createElement('div').style, { display, visibility: 'visible' });
  const [shown, hidden] = [create('block'), create('none')];
  const hidingSelectors = readHidingSelectors();
  return (element, pseudo) => {
    if (element.closest(hidingSelectors())) return compute.call(window, element, pseudo);
    return element.matches(HIDDEN_BY_BROWSERS) ? hidden : shown;
  };
}

const HIDDEN_BY_BROWSERS =
  'head, head *, script, style, template, datalist, [hidden], [type=hidden], dialog:not([open])';

function readHidingSelectors() {
  const selectors = new Set(['[style*=none]', '[style*=hidden]']);
  const read = new WeakMap<CSSStyleSheet, number>();
  return () => {
    for (const sheet of document.styleSheets) {
      const from = read.get(sheet) ?? 0;
      if (from === sheet.cssRules.length) continue;
      // Emotion appends its rules.
      for (const { selectorText, style } of [...sheet.cssRules].slice(from) as CSSStyleRule[]) {
        if (style?.display === 'none' || style?.visibility === 'hidden') selectors.add(selectorText);
      }
      read.set(sheet, sheet.cssRules.length);
    }
    return [...selectors].join();
  };
}
