import { findUsedNames } from './requirements';

const uiOf = (...sources: string[]) => findUsedNames(sources).sharedUi;
const hostOf = (...sources: string[]) => findUsedNames(sources).host;

describe('findUsedNames of shared-ui', () => {
  test.each([
    ['a named import', `import { Button } from '@site/shared-ui';`, ['Button']],
    ['a renamed import', `import { Button as Knob } from '@site/shared-ui';`, ['Button']],
    ['an import of several names', `import { Heading, Button } from '@site/shared-ui';`, ['Button', 'Heading']],
    ['a re-export', `export { Button } from '@site/shared-ui';`, ['Button']],
    ['a renamed re-export', `export { Button as Knob } from '@site/shared-ui';`, ['Button']],
    ['a re-export of all names', `export * from '@site/shared-ui';`, ['*']],
    ['a namespace import', `import * as ui from '@site/shared-ui';`, ['*']],
    ['a dynamic import', `const ui = await import('@site/shared-ui');`, ['*']],
    ['a default import', `import ui from '@site/shared-ui';`, ['default']],
  ])('finds the names in %s', (_, source, names) => {
    expect(uiOf(source)).toEqual(names);
  });

  test('sorts the names of all modules and removes duplicates', () => {
    expect(
      uiOf(`import { Text, Button } from '@site/shared-ui';`, `import { Alert, Button } from '@site/shared-ui';`),
    ).toEqual(['Alert', 'Button', 'Text']);
  });

  test('ignores other imports', () => {
    expect(
      uiOf(
        `import { useState } from 'react';`,
        `import { openBackend } from '@site/shared-ui/form';`,
        `import { Part } from './shared-ui';`,
        `const Button = 1; export { Button };`,
      ),
    ).toEqual([]);
  });
});

describe('findUsedNames of the host', () => {
  test.each([
    ['after a dot', `host.site;`, ['site']],
    ['in brackets', `host['site'];`, ['site']],
    ['after an optional chain', `host?.site;`, ['site']],
    ['that is called', `host.navigate('/');`, ['navigate']],
    ['that is called after an optional chain', `host?.navigate?.('/');`, ['navigate']],
    ['that is a JSX tag', `jsx(host.Link, { to: '/' });`, ['Link']],
    ['whose own member is used', `host.consent.get();`, ['consent']],
    ['of props.host', `props.host.site;`, ['site']],
    ["of props['host']", `props['host'].site;`, ['site']],
    ['of props?.host', `props?.host.site;`, ['site']],
    ['destructured from props?.host', `const { site } = props?.host;`, ['site']],
    ['destructured from host', `const { site, paths: all, backend = null } = host;`, ['backend', 'paths', 'site']],
    ['destructured from props.host', `const { site } = props.host;`, ['site']],
    ['destructured with a quoted key', `const { 'site': s } = host;`, ['site']],
    ['destructured in an assignment', `let site; ({ site } = host);`, ['site']],
    ['destructured in a parameter', `function Page({ host: { site, paths: all } }) {}`, ['paths', 'site']],
    ['destructured in a parameter with a default', `const Page = ({ host: { site } = none }) => site;`, ['site']],
    ['destructured in a nested pattern', `const { host: { site: { email } } } = props;`, ['site']],
  ])('finds a member %s', (_, source, members) => {
    expect(hostOf(source)).toEqual(members);
  });

  test('ignores members of other objects', () => {
    expect(hostOf(`url.hostname; other.site; const { site } = props; host; ({ host: site }); hosts.site;`)).toEqual([]);
  });

  test('ignores computed names', () => {
    expect(hostOf(`host[site];`)).toEqual([]);
  });
});

describe('findUsedNames of the backend', () => {
  const backendOf = (...sources: string[]) => findUsedNames(sources).backend;

  test('records the declared tables with their columns, and the functions with their arguments', () => {
    expect(
      backendOf(
        `const A = tableCall('reservations', ['name', 'company']);`,
        `const B = tableCall('reservations', ['name']); const F = functionCalls({ closed_days: [], owner_note: ['id'] });`,
      ),
    ).toEqual({
      tables: { reservations: ['company', 'name'] },
      functions: { closed_days: [], owner_note: ['id'] },
    });
  });

  test.each([
    ['a write to a fixed table', `client.from('contacts').insert(row);`],
    ['a call of a fixed function', `client.rpc('owner_me');`],
    ['a fixed address', `fetch('/rest/v1/contacts');`],
    ['a fixed address after a base', 'fetch(`$'.concat('{url}/rest/v1/rpc/closed_days`);')],
  ])('refuses %s, which no declaration covers', (_, source) => {
    expect(() => backendOf(source)).toThrow('of the backend is called, but not declared');
  });

  test.each([`tableCall(table, ['name'])`, `tableCall('contacts', columns)`, `functionCalls(calls)`])(
    'refuses the declaration %s, which the build cannot read',
    (source) => {
      expect(() => backendOf(source)).toThrow('literals only');
    },
  );

  test('accepts a name in plain text that is declared', () => {
    const source = "fetch('/rest/v1/rpc/closed_days'); functionCalls({ closed_days: [] });";
    expect(backendOf(source).functions).toEqual({ closed_days: [] });
  });

  test('accepts an address that a declaration completes, and other functions with the same names', () => {
    const none = { tables: {}, functions: {} };
    expect(
      backendOf('fetch(`$'.concat('{url}/rest/v1/$', '{CALL.table}`); Array.from("abc"); list.insert("a");')),
    ).toEqual(none);
  });
});
