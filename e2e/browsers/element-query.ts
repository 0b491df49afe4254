import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface ElementQuery {
  readonly role: string;
  readonly name?: string | RegExp;
  /** Part of its text. */
  readonly words?: string;
  /** The role of an element around it. */
  readonly within?: string;
}

export const button = (name: string | RegExp, within?: string): ElementQuery => ({
  role: 'button',
  name,
  ...(within && { within }),
});
export const link = (name: string | RegExp, within?: string): ElementQuery => ({
  role: 'link',
  name,
  ...(within && { within }),
});
export const field = (name: string | RegExp): ElementQuery => ({ role: 'textbox', name, within: 'main' });
export const heading = (name: string | RegExp): ElementQuery => ({ role: 'heading', name });

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);
/**
 * Defines `window.findElements`, which finds elements by their accessible role and name. It must be a single script: in
 * Firefox, each script has its own built-in classes, and Testing Library only accepts its own regular expressions.
 */
export const INSTALL = `const exports = {};
const module = { exports };
${library}
const { queryAllByRole } = exports;
const pattern = (name) => (name?.source === undefined ? name : new RegExp(name.source, name.flags));
const hasWords = (element, words) => !words || element.textContent.includes(words);
window.findElements = ({ role, name, words, within }, answer) => {
  const places = within ? queryAllByRole(document.body, within) : [document.body];
  const elements = places
    .flatMap((place) => queryAllByRole(place, role, name ? { name: pattern(name) } : {}))
    .filter((element) => hasWords(element, words));
  if (answer === 'focus') return elements.includes(document.activeElement);
  return answer === 'texts' ? elements.map((element) => element.value ?? element.textContent) : elements;
};`;

export const describe = ({ role, name, words, within }: ElementQuery) =>
  [role, name && `« ${name} »`, words && `with « ${words} »`, within && `in ${within}`].filter(Boolean).join(' ');
