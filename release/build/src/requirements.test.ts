import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { findUsedNames } from './requirements';

const hostFile = join(import.meta.dirname, '../../../contract/src/host.ts');

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
  ['after an optional chain', `some?.navigate?.('/');`, ['navigate']],
  ['after an assertion', `(given as any)!.site;`, ['site']],
  ['of a JSX tag', `<given.Link to="/">{given.site.email}</given.Link>;`, ['Link', 'site']],
  ['that is destructured', `const { site, paths: all, ...rest } = given; rest.notify;`, ['notify', 'paths', 'site']],
  ['that is destructured with a quoted key', `const { 'site': s } = given;`, ['site']],
  ['that is destructured in an assignment', `let site; ({ site } = given);`, ['site']],
  ['that is destructured in a parameter', `({ host: { site: s } = given }) => s;`, ['site']],
  ['that is named elsewhere', `const read = (key) => given[key]; read('paths');`, ['paths']],
  ['that is looked for', `'releases' in given;`, ['releases']],
  ['in compiled code', `jsx(host.Link, { to: host.paths.home });`, ['Link', 'paths']],
  ['of other objects too', `other.site;`, ['site']],
  [
    'that only types name',
    `(part: Pick<Host, 'site'>, own: { notify(): void }) => [part, own] as Host['paths'][];`,
    [],
  ],
  ['that is a name of its own', `const site = { paths: 1 }; site;`, []],
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

const root = temporaryFolder();

function namesOf(source: string, host: string | null = hostFile) {
  const file = join(root, 'part.tsx');
  writeFileSync(file, `// été\n\n${source}`);
  return findUsedNames({ root, modules: [file], hostFile: host });
}

test.each(OF_SHARED_UI)('the search for requirements finds the names of shared-ui in %s', (_, source, names) => {
  expect(namesOf(source).sharedUi).toEqual(names);
});

test.each(WHOLE_SHARED_UI)('the search for requirements refuses %s of shared-ui, with its place', (_, source) => {
  expect(() => namesOf(source)).toThrow(/part\.tsx:3 {2}.*shared-ui/);
});

test.each(OF_HOST)('the search for requirements finds members of the host %s', (_, source, members) => {
  expect(namesOf(source).host).toEqual(members);
});

test.each(OF_BACKEND)('the search for requirements finds calls of the backend: %s', (_, source, calls) => {
  expect(namesOf(source).backend).toEqual(calls);
});

test.each(UNDECLARED)('the search for requirements refuses %s, which no declaration covers', (_, source) => {
  expect(() => namesOf(source)).toThrow('of the backend is called, but not declared');
});

test.each(NOT_LITERAL)(
  'the search for requirements refuses the declaration %s, which the build cannot read',
  (source) => {
    expect(() => namesOf(source)).toThrow('literals only');
  },
);

test('the shell requires nothing of what it offers', () => {
  const all = namesOf(`import * as ui from '@site/shared-ui'; host.site;`, null);
  expect(all).toMatchObject({ sharedUi: [], host: [] });
});
