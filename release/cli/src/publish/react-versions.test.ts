import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { compareReact } from './react-versions';

test.each([
  ['19.2.7', '19.1.3', { own: '19.2.7', provided: '19.1.3' }],
  ['19.2.7', '19.2.0', null],
  ['19.2.7', undefined, null],
  [undefined, '19.2.7', null],
])('React %s in the folder and %s in the shell', (own, provided, expected) => {
  const folder = temporaryFolder();
  if (own) {
    mkdirSync(join(folder, 'node_modules/react'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/react/package.json'), JSON.stringify({ version: own }));
  }
  expect(compareReact(folder, provided)).toEqual(expected);
});
