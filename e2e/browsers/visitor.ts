import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Session } from './webdriver';

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
const INSTALL = `const exports = {};
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

const describe = ({ role, name, words, within }: ElementQuery) =>
  [role, name && `« ${name} »`, words && `with « ${words} »`, within && `in ${within}`].filter(Boolean).join(' ');

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
} as const;

const MAX_STOPS = 80;
const TIMEOUT_MS = 15_000;

/** Uses a browser as a person would: each action waits until its element is there. */
export class Visitor {
  readonly #session: Session;
  readonly #address: string;

  constructor(session: Session, address: string) {
    this.#session = session;
    this.#address = address;
  }

  async open(path: string) {
    await this.#session.send('Navigate', { url: this.#address + path });
  }

  async openHydrated(path: string) {
    await this.open(path);
    await this.until(`${path} is interactive`, () =>
      this.evaluate('return document.documentElement.dataset.shell === "live"'),
    );
  }

  /**
   * Waits until React has taken over the page's content, not only the shell's. React marks nodes as its own earlier,
   * also those that it then replaces.
   */
  async waitForContent() {
    await this.until('the content is interactive', () => this.evaluate('return window.bootstrap === undefined'));
  }

  async back() {
    await this.#session.send('Back', {});
  }

  async reload() {
    await this.#session.send('Refresh', {});
  }

  async click(query: ElementQuery) {
    const id = await this.#firstMatch(query);
    // With smooth scrolling, the driver would click where the element was before.
    await this.evaluate('arguments[0].scrollIntoView({ behavior: "instant", block: "center" })', { [ELEMENT]: id });
    await this.#session.send('ElementClick', { id });
  }

  /** Moves the pointer to the corner: some elements stay while the pointer is over them. */
  async pointAway() {
    // Two moves: WebKit sends no event for a move to the pointer's current position.
    const moves = [9, 1].map((x) => ({ type: 'pointerMove', duration: 0, x, y: 1 }));
    await this.#session.send('PerformActions', { actions: [{ type: 'pointer', id: 'mouse', actions: moves }] });
  }

  async type(query: ElementQuery, text: string) {
    await this.#session.send('ElementSendKeys', { id: await this.#firstMatch(query), text });
  }

  async typeAtFocus(text: string) {
    await this.#pressAll([...text]);
  }

  async press(...keys: readonly (keyof typeof KEYS)[]) {
    await this.#pressAll(keys.map((key) => KEYS[key]));
  }

  async tabTo(query: ElementQuery) {
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      await this.press('Tab');
      if (await this.#hasFocus(query)) return;
    }
    throw new Error(`Tab does not lead to ${describe(query)}.`);
  }

  async sees(query: ElementQuery) {
    await this.until(`${describe(query)} is there`, async () => (await this.#find(query)).length > 0);
  }

  async seesNo(query: ElementQuery) {
    await this.until(`${describe(query)} is gone`, async () => (await this.#find(query)).length === 0);
  }

  /** The text or the value of the first match; null if there is none. */
  async reads(query: ElementQuery): Promise<string | null> {
    const texts = (await this.#runQuery(query, 'texts')) as readonly string[];
    return texts[0] ?? null;
  }

  async isAt(path: string) {
    await this.until(`the page is ${path}`, () =>
      this.evaluate('return location.pathname + location.hash === arguments[0]', path),
    );
  }

  async focusIsOn(query: ElementQuery) {
    await this.until(`${describe(query)} has the focus`, () => this.#hasFocus(query));
  }

  /** Retries a condition, also when it throws, as on a page that is being replaced. */
  async until(message: string, condition: () => Promise<unknown>) {
    await expect(async () => expect(await condition(), message).toBe(true)).toPass({ timeout: TIMEOUT_MS });
  }

  async evaluate(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#session.send('ExecuteScript', { script, args });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.#session.send('TakeScreenshot', {})) as string, 'base64');
  }

  async #pressAll(values: readonly string[]) {
    const strokes = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#session.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions: strokes }] });
  }

  async #hasFocus(query: ElementQuery): Promise<boolean> {
    return (await this.#runQuery(query, 'focus')) as boolean;
  }

  async #firstMatch(query: ElementQuery): Promise<string> {
    await this.sees(query);
    const [first] = await this.#find(query);
    return first?.[ELEMENT] ?? '';
  }

  async #find(query: ElementQuery) {
    return (await this.#runQuery(query, 'elements')) as readonly Readonly<Record<string, string>>[];
  }

  async #runQuery({ name, ...query }: ElementQuery, what: 'elements' | 'texts' | 'focus'): Promise<unknown> {
    if (!(await this.evaluate('return "findElements" in window'))) await this.evaluate(INSTALL);
    const pattern = name instanceof RegExp ? { source: name.source, flags: name.flags } : name;
    return this.evaluate('return window.findElements(...arguments)', { ...query, name: pattern }, what);
  }
}
