import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { describeIn, describeTypes } from './describe-types';

const SOURCES = join(import.meta.dirname, '../../../../shared-ui/src');

const HOST = 'export interface Host { readonly notify: (notice: Notice) => void; readonly site: string }';
const NOTICE = 'export interface Notice { readonly title: string }';

/** @param folder of the modules, from which they resolve third parties */
function describeModules(modules: Readonly<Record<string, string>>, folder = SOURCES) {
  const all = { index: '', host: `${HOST} ${NOTICE}`, ...modules };
  const at = (name: string) => join(folder, name);
  const emitted = new Map(Object.entries(all).map(([name, source]) => [at(name), source]));
  return describeIn(emitted, { sharedUi: `${at('index')}.ts`, host: `${at('host')}.ts` });
}

const describeName = (source: string, others: Readonly<Record<string, string>> = {}) => {
  const described = describeModules({ index: source, ...others }).sharedUi.Card;
  if (!described) throw new Error('There is no Card.');
  return described;
};
const hashOf = (...modules: Parameters<typeof describeName>) => describeName(...modules).hash;

describe('the hash of a type', () => {
  test.each([
    ['comments and spaces', '{ a: string; b?: number }', '/** New. */ {\n a: string, // first\n b?: number }'],
    ['orders of members', '{ a: string; b?: number }', '{ b?: number; a: string }'],
    ['orders of alternatives', '"a" | "b" | null', 'null | "b" | "a"'],
    ['kinds of quotes', "{ 'a': 'x' }", '{ a: "x" }'],
    ['names of parameters', '(value: unknown) => value is string', '(given: unknown) => given is string'],
    ['names of type parameters', '<T extends object>(one: T) => T[]', '<Item extends object>(one: Item) => Item[]'],
  ])('stays the same with other %s', (_, before, after) => {
    expect(hashOf(`export declare const Card: ${after};`)).toBe(hashOf(`export declare const Card: ${before};`));
  });

  test.each([
    [
      'destructured names of a parameter',
      'interface Props { a: string; b: string } export declare function Card({ a }: Props): void;',
      'interface Props { a: string; b: string } export declare function Card({ a, b }: Props): void;',
    ],
    [
      'names of types that are not exported',
      'interface Props { a: string } export declare function Card(props: Props): void;',
      'interface CardProps { a: string } export declare function Card(props: CardProps): void;',
    ],
    [
      'spellings of an imported type',
      'export declare function Card(): import("react").JSX.Element;',
      'import type { JSX } from "react"; export declare function Card(): JSX.Element;',
    ],
  ])('stays the same for a function with other %s', (_, before, after) => {
    expect(hashOf(after)).toBe(hashOf(before));
  });

  test('stays the same when a type moves to another file', () => {
    const moved = hashOf('import type { Props } from "./props"; export declare function Card(props: Props): void;', {
      props: 'export interface Props { a: string }',
    });

    expect(moved).toBe(hashOf('interface Props { a: string } export declare function Card(props: Props): void;'));
  });

  test.each([
    ['an additional member', '{ a: string }', '{ a: string; b?: string }'],
    ['an optional member that becomes required', '{ a?: string }', '{ a: string }'],
    ['a member that is no longer readonly', '{ readonly a: string }', '{ a: string }'],
    ['an additional alternative', '"a" | "b"', '"a" | "b" | "c"'],
    ['two parameters in another order', '(a: string, b: number) => void', '(a: number, b: string) => void'],
    ['two members whose types are exchanged', '{ a: string; b: number }', '{ a: number; b: string }'],
    ['two overloads in another order', '{ (a: 1): 1; (a: 2): 2 }', '{ (a: 2): 2; (a: 1): 1 }'],
    ['type parameters that change places', '<A, B>(a: A, b: B) => A', '<A, B>(a: A, b: B) => B'],
    ['another name of a third party', 'import("react").ReactNode', 'import("react").ReactElement'],
  ])('changes with %s', (_, before, after) => {
    expect(hashOf(`export declare const Card: ${after};`)).not.toBe(hashOf(`export declare const Card: ${before};`));
  });

  test('changes with a member three types away, in other files', () => {
    const card = 'import type { Props } from "./props"; export declare function Card(props: Props): void;';
    const props = 'import type { Row } from "./row"; export interface Props { readonly rows: readonly Row[] }';
    const row = 'export interface Row { readonly cell: import("./cell").Cell }';
    const withCell = (cell: string) => hashOf(card, { props, row, cell: `export interface Cell { ${cell} }` });

    expect(withCell('readonly width: string')).not.toBe(withCell('readonly width: number'));
  });

  test('changes with a type that is reached through exports of whole modules', () => {
    const passed = { passed: 'export * from "./card";' };
    const withCard = (card: string) => hashOf('export * from "./passed";', { ...passed, card });

    expect(withCard('export declare const Card: string;')).not.toBe(withCard('export declare const Card: number;'));
  });

  test('changes with the value of a constant that typeof refers to', () => {
    const withValue = (value: string) =>
      hashOf(
        `declare const sizes: { a: ${value} }; export declare const Card: keyof typeof sizes extends "a" ? typeof sizes : 1;`,
      );

    expect(withValue('1')).not.toBe(withValue('2'));
  });

  test('is computed for types that refer to one another', () => {
    const tree = (leaf: string) =>
      `interface A { b: B } interface B { a: A; leaf: ${leaf} } export declare const Card: A;`;

    expect(hashOf(tree('1'))).not.toBe(hashOf(tree('2')));
  });
});

describe('the declaration', () => {
  test('names the version of each third party that it uses', () => {
    const { text } = describeName('export declare function Card(): import("react").JSX.Element;');

    expect(text).toMatch(/^function Card\(\): JSX\.Element;\n\/\/ @types\/react \d+\.\d+\.\d+$/);
  });

  test('contains the declarations that it refers to', () => {
    const { text } = describeName('interface Props { a: string } export declare function Card({ a }: Props): void;');

    expect(text).toBe('function Card(argument0: Props): void;\ninterface Props {\n    a: string;\n}');
  });

  test('of a re-exported third party is its package with the version', () => {
    expect(describeName('export { Fragment as Card } from "react";').text).toMatch(
      /^react: Fragment\n\/\/ @types\/react \d/,
    );
  });
});

test('each member of the host is described separately', () => {
  const withNotice = (notice: string) => describeModules({ host: `${HOST} ${notice}` }).host;
  const [before, after] = [withNotice(NOTICE), withNotice('export interface Notice { readonly title: number }')];

  expect(Object.keys(before)).toEqual(['notify', 'site']);
  expect(after.notify?.hash).not.toBe(before.notify?.hash);
  expect(after.site).toEqual(before.site);
});

test('a reference to a name that its module does not export throws an error that names both', () => {
  expect(() =>
    describeName('import type { Gone } from "./gone"; export declare const Card: Gone;', { gone: '' }),
  ).toThrow(/index refers to Gone of \.\/gone/);
});

describe('a third party', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, 'node_modules/drawing'), { recursive: true });
  });

  const describeWith = (version: string) => {
    writeFileSync(join(folder, 'node_modules/drawing/package.json'), JSON.stringify({ version }));
    const index = 'export declare const Card: import("drawing/lines").Line; export declare const Text: string;';
    return describeModules({ index }, folder).sharedUi;
  };

  test('of another version changes the types that use it, and no others', () => {
    const [before, after] = [describeWith('1.0.0'), describeWith('1.1.0')];

    expect(before.Card?.text).toBe('const Card: Line;\n// drawing 1.0.0');
    expect(after.Card?.hash).not.toBe(before.Card?.hash);
    expect(after.Text).toEqual(before.Text);
  });
});

test('describeTypes finds the types of shared-ui and of the host, also inferred ones', async () => {
  const { sharedUi, host } = await describeTypes(join(import.meta.dirname, '../../../../remote-booking'));

  expect(sharedUi.Button?.text).toContain('readonly variant: "inverted" | "primary" | "quiet"');
  expect(sharedUi.Button?.text).toMatch(/@chakra-ui\/react \d/);
  expect(sharedUi.useHydrated?.text).toBe('function useHydrated(): boolean;');
  expect(host.notify?.text).toContain('interface NoticeLink');
});
