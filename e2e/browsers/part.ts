import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a person looks for on a page. */
export interface Part {
  readonly role: string;
  readonly name?: string | RegExp;
  /** A part of the words in it. */
  readonly words?: string;
  /** The role of the part of the page that it is in. */
  readonly within?: string;
}

export const button = (name: string | RegExp, within?: string): Part => ({
  role: 'button',
  name,
  ...(within && { within }),
});
export const link = (name: string | RegExp, within?: string): Part => ({
  role: 'link',
  name,
  ...(within && { within }),
});
export const field = (name: string | RegExp): Part => ({ role: 'textbox', name, within: 'main' });
export const heading = (name: string | RegExp): Part => ({ role: 'heading', name });

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);
/**
 * Puts `findParts` into the page, which finds parts as assistive technology names them. All of it is one script: in
 * Firefox, each script has built-in classes of its own, and Testing Library knows only its own regular expressions.
 */
export const INSTALL = `const exports = {};
const module = { exports };
${library}
const { queryAllByRole } = exports;
const pattern = (name) => (name?.source === undefined ? name : new RegExp(name.source, name.flags));
const hasWords = (part, words) => !words || part.textContent.includes(words);
window.findParts = ({ role, name, words, within }, answer) => {
  const places = within ? queryAllByRole(document.body, within) : [document.body];
  const found = places
    .flatMap((place) => queryAllByRole(place, role, name ? { name: pattern(name) } : {}))
    .filter((part) => hasWords(part, words));
  if (answer === 'focus') return found.includes(document.activeElement);
  return answer === 'texts' ? found.map((part) => part.value ?? part.textContent) : found;
};`;

export const describe = ({ role, name, words, within }: Part) =>
  [role, name && `« ${name} »`, words && `with « ${words} »`, within && `in ${within}`].filter(Boolean).join(' ');
