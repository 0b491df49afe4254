import { readUses } from './requirements';

const uiOf = (...sources: string[]) => readUses(sources).sharedUi;
const hostOf = (...sources: string[]) => readUses(sources).host;

describe('names of shared-ui', () => {
  test.each([
    ['by its name', `import { Button } from '@site/shared-ui';`, ['Button']],
    ['under another name', `import { Button as Knob } from '@site/shared-ui';`, ['Button']],
    ['several at once', `import { Heading, Button } from '@site/shared-ui';`, ['Button', 'Heading']],
    ['passed on', `export { Button } from '@site/shared-ui';`, ['Button']],
    ['passed on under another name', `export { Button as Knob } from '@site/shared-ui';`, ['Button']],
    ['all of them, passed on', `export * from '@site/shared-ui';`, ['*']],
    ['all of them', `import * as ui from '@site/shared-ui';`, ['*']],
    ['all of them, later', `const ui = await import('@site/shared-ui');`, ['*']],
    ['the default', `import ui from '@site/shared-ui';`, ['default']],
  ])('imported %s', (_, source, names) => {
    expect(uiOf(source)).toEqual(names);
  });

  test('are sorted and unique over all modules', () => {
    expect(
      uiOf(`import { Text, Button } from '@site/shared-ui';`, `import { Alert, Button } from '@site/shared-ui';`),
    ).toEqual(['Alert', 'Button', 'Text']);
  });

  test('exclude other imports', () => {
    expect(
      uiOf(
        `import { useState } from 'react';`,
        `import { openBackend } from '@site/shared-ui/backend';`,
        `import { Part } from './shared-ui';`,
        `const Button = 1; export { Button };`,
      ),
    ).toEqual([]);
  });
});

describe('members of the host', () => {
  test.each([
    ['after a dot', `host.site;`, ['site']],
    ['in brackets', `host['site'];`, ['site']],
    ['of what may be missing', `host?.site;`, ['site']],
    ['called', `host.navigate('/');`, ['navigate']],
    ['called, if it is there', `host?.navigate?.('/');`, ['navigate']],
    ['as a tag', `jsx(host.Link, { to: '/' });`, ['Link']],
    ['deeper', `host.consent.get();`, ['consent']],
    ['of props', `props.host.site;`, ['site']],
    ['of brackets of props', `props['host'].site;`, ['site']],
    ['of props that may be missing', `props?.host.site;`, ['site']],
    ['taken apart from props that may be missing', `const { site } = props?.host;`, ['site']],
    ['taken apart', `const { site, paths: all, backend = null } = host;`, ['backend', 'paths', 'site']],
    ['taken apart from props', `const { site } = props.host;`, ['site']],
    ['taken apart by a quoted key', `const { 'site': s } = host;`, ['site']],
    ['taken apart later', `let site; ({ site } = host);`, ['site']],
    ['taken apart in a parameter', `function Page({ host: { site, paths: all } }) {}`, ['paths', 'site']],
    ['taken apart in a parameter with a default', `const Page = ({ host: { site } = none }) => site;`, ['site']],
    ['taken apart deeper', `const { host: { site: { email } } } = props;`, ['site']],
  ])('%s', (_, source, members) => {
    expect(hostOf(source)).toEqual(members);
  });

  test('exclude members of other objects', () => {
    expect(hostOf(`url.hostname; other.site; const { site } = props; host; ({ host: site }); hosts.site;`)).toEqual([]);
  });

  test('exclude computed names', () => {
    expect(hostOf(`host[site];`)).toEqual([]);
  });
});
