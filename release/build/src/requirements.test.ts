import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { namesIn } from './requirements';
import { openProgram } from './types/program';

const root = join(import.meta.dirname, '../../..');
const hostFile = join(root, 'contract/src/host.ts');

const OF_SHARED_UI: [string, string, string[]][] = [
  ['a named import', `import { Button } from '@site/shared-ui';`, ['Button']],
  ['a renamed import', `import { Button as Knob } from '@site/shared-ui';`, ['Button']],
  ['an import of several names', `import { Heading, Button } from '@site/shared-ui';`, ['Button', 'Heading']],
  ['imports of one name', `import { Text } from '@site/shared-ui'; export { Text } from '@site/shared-ui';`, ['Text']],
  ['a re-export', `export { Button } from '@site/shared-ui';`, ['Button']],
  ['a renamed re-export', `export { Button as Knob } from '@site/shared-ui';`, ['Button']],
  ['a default import', `import ui from '@site/shared-ui';`, ['default']],
  ['imports of types', `import { type A } from '@site/shared-ui'; import type { B } from '@site/shared-ui';`, []],
  ['imports of other modules', `import { useState } from 'react'; import { Part } from './shared-ui';`, []],
  ['imports of its bundled modules', `import { TextField } from '@site/shared-ui/form';`, []],
];

const WHOLE_SHARED_UI: [string, string][] = [
  ['a re-export of all names', `export * from '@site/shared-ui';`],
  ['a namespace import', `import * as ui from '@site/shared-ui';`],
  ['a dynamic import', `const ui = await import('@site/shared-ui');`],
];

const OF_HOST: [string, string, string[]][] = [
  ['after a dot', `given.site;`, ['site']],
  ['in brackets', `given['site'];`, ['site']],
  ['after an optional chain', `const some: Host | undefined = given; some?.navigate?.('/');`, ['navigate']],
  ['of a member that is a JSX tag', `<given.Link to="/">{given.site.email}</given.Link>;`, ['Link', 'site']],
  ['of props', `(props: { readonly host: Host }) => props.host.site;`, ['site']],
  ['that a function returns', `declare function useHost(): Host; useHost().site;`, ['site']],
  ['that is destructured', `const { site, paths: all } = given;`, ['paths', 'site']],
  ['that is destructured with a quoted key', `const { 'site': s } = given;`, ['site']],
  ['that is destructured in an assignment', `let site; ({ site } = given);`, ['site']],
  ['that is destructured in a parameter', `({ host: { site: s } = given }: { host?: Host }) => s;`, ['site']],
  [
    'of a page whose parameter is called otherwise',
    `export const Page: HostedPage = ({ host: h }) => h.site.email;`,
    ['site'],
  ],
  ['of a rest', `const { site, ...rest } = given; rest.paths;`, ['paths', 'site']],
  ['of a copy', `const copy = { ...given, more: 1 }; copy.notify;`, ['notify']],
  ['of a frozen copy', `Object.freeze(given).notify;`, ['notify']],
  [
    'of a part',
    `declare function show(part: Pick<Host, 'site'>): void; show(given); (p: Pick<Host, 'site'>) => p.site;`,
    ['site'],
  ],
  ['of properties that are spread', `const Part = (props: Host) => props.site.email; <Part {...given} />;`, ['site']],
  [
    'that a type with its own declarations names',
    `((own: { notify(notice: object): void }) => own)(given);`,
    ['notify'],
  ],
  ['that a constraint names', `(<T extends { readonly site: object }>(value: T) => value.site)(given);`, ['site']],
  ['by one of several names', `(key: 'site' | 'paths') => given[key];`, ['paths', 'site']],
  ['that is looked for', `'releases' in given;`, ['releases']],
  ['that React keeps', `useState(given)[0].site; useMemo(() => given, [given]).paths;`, ['paths', 'site']],
  ['of a key', `new WeakMap<Host, 1>().set(given, 1);`, []],
  ['of other objects', `const other = { site: 1, host: { paths: 2 } }; other.site; other.host.paths;`, []],
];

const REFUSED: [string, string][] = [
  ['passed to an untyped parameter', `untyped(given);`],
  ['passed to a third party', `log(given);`],
  ['passed as a part of an object', `untyped({ given });`],
  ['passed in a list', `untyped([given]);`],
  ['returned to an untyped caller', `untyped(() => given);`],
  ['returned by a statement', `untyped(() => { return given; });`],
  ['passed inside of props', `(props: { readonly host: Host }) => untyped(props);`],
  ['of an unknown type', `new Map<unknown, 1>().set(given, 1);`],
  ['of any object', `((all: object) => all)(given);`],
  ['of a record', `((all: Readonly<Record<string, unknown>>) => all)(given);`],
  ['cast', `(given as any).site;`],
  ['passed to a function of any type', `(<T,>(value: T) => value)(given);`],
  ['given to an untyped component', `declare const Part: any; <Part host={given} />;`],
  ['spread into an untyped component', `declare const Part: any; <Part {...given} />;`],
  ['read by any key', `(key: string) => given[key];`],
  ['destructured by any key', `(key: string) => { const { [key]: one } = given; };`],
  ['listed', `for (const key in given) untyped(key);`],
  ['listed by a function', `Object.keys(given);`],
];

const UNTYPED_PAGES: [string, string][] = [
  ['props', `export const Page = ({ host }: any) => host.site;`],
  ['host', `export const Page = ({ host }: { host: any }) => host.site;`],
  ['a description', `export const description = (host: any) => host.site.product;`],
  ['structured data', `export const structuredData = (host: any) => host.site;`],
];

const OF_BACKEND: [string, string, object][] = [
  [
    'tables with their columns',
    `const A = tableCall('reservations', ['name', 'company']); const B = tableCall('reservations', ['name'] as const);`,
    { tables: { reservations: ['company', 'name'] }, functions: {} },
  ],
  [
    'functions with their arguments',
    `const F = functionCalls({ closed_days: [], owner_note: ['id'] }); F.closed_days;`,
    { tables: {}, functions: { closed_days: [], owner_note: ['id'] } },
  ],
  [
    'a name in plain text that is declared',
    `fetch('/rest/v1/rpc/closed_days'); functionCalls({ closed_days: [] });`,
    { tables: {}, functions: { closed_days: [] } },
  ],
  [
    'an address that a declaration completes, and other functions with the same names',
    'fetch(`$'.concat('{url}/rest/v1/$', '{CALL.table}`); Array.from("abc"); list.insert("a");'),
    { tables: {}, functions: {} },
  ],
];

const UNDECLARED: [string, string][] = [
  ['a write to a fixed table', `client.from('contacts').insert(row);`],
  ['a call of a fixed function', `client.rpc('owner_me');`],
  ['a fixed address', `fetch('/rest/v1/contacts');`],
  ['a fixed address after a base', 'fetch(`$'.concat('{url}/rest/v1/rpc/closed_days`);')],
];

const NOT_LITERAL = [`tableCall(table, ['name'])`, `tableCall('contacts', columns)`, `functionCalls(calls)`];

const PREAMBLE = `import type { Host, HostedPage } from '@site/contract/host'; import { useMemo, useState } from 'react'; import { log } from 'drawing';
declare const given: Host; declare function untyped(value: any): void; declare const client: any, row: any, url: any, CALL: any, list: any;
declare function tableCall(...all: any): any; declare function functionCalls<T>(calls: T): T; declare const table: any, columns: any, calls: any;
`;

const folder = temporaryFolder();
/** Each source is a module of one program. */
const modules = [OF_SHARED_UI, WHOLE_SHARED_UI, OF_HOST, REFUSED, UNTYPED_PAGES, OF_BACKEND, UNDECLARED]
  .flat()
  .map(([, source]) => source)
  .concat(NOT_LITERAL);
const fileOf = (source: string) => join(folder, `part-${modules.indexOf(source)}.tsx`);

let program: ReturnType<typeof openProgram>;
beforeAll(() => {
  symlinkSync(join(root, 'remote-booking/node_modules'), join(folder, 'node_modules'));
  for (const source of modules) writeFileSync(fileOf(source), `${PREAMBLE}${source}`);
  program = openProgram([hostFile, ...modules.map(fileOf)]);
});
afterAll(() => program.close());

const namesOf = (source: string, pages: readonly string[] = []) =>
  namesIn(program.project, { root: folder, modules: [fileOf(source)], pages, hostFile });
/** The place of the module's last line, in which a source stands. */
const placeIn = (source: string) => `part-${modules.indexOf(source)}.tsx:4  `;

test.each(OF_SHARED_UI)('finds the names of shared-ui in %s', (_, source, names) => {
  expect(namesOf(source).sharedUi).toEqual(names);
});

test.each(WHOLE_SHARED_UI)('refuses %s of shared-ui, with its place', (_, source) => {
  expect(() => namesOf(source)).toThrow(placeIn(source));
});

test.each(OF_HOST)('finds members of the host %s', (_, source, members) => {
  expect(namesOf(source).host).toEqual(members);
});

test.each(REFUSED)('refuses a host that is %s, with its place', (_, source) => {
  expect(() => namesOf(source)).toThrow(placeIn(source));
});

test.each(UNTYPED_PAGES)('refuses a page with untyped %s, with its place', (_, source) => {
  expect(() => namesOf(source, [fileOf(source)])).toThrow(placeIn(source));
});

test.each(OF_BACKEND)('finds calls of the backend: %s', (_, source, calls) => {
  expect(namesOf(source).backend).toEqual(calls);
});

test.each(UNDECLARED)('refuses %s, which no declaration covers', (_, source) => {
  expect(() => namesOf(source)).toThrow('of the backend is called, but not declared');
});

test.each(NOT_LITERAL)('refuses the declaration %s, which the build cannot read', (source) => {
  expect(() => namesOf(source)).toThrow('literals only');
});

test('the shell requires nothing of what it offers', () => {
  const [, source] = REFUSED[0] ?? [];
  const names = namesIn(program.project, { root: folder, modules: [fileOf(source ?? '')], pages: [], hostFile: null });
  expect(names).toMatchObject({ sharedUi: [], host: [] });
});
