import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { init } from 'es-module-lexer';
import { withFileEndings } from './file-endings';

const folder = temporaryFolder();
beforeAll(() => init);
mkdirSync(join(folder, 'list'));
for (const file of ['page.js', 'rspack.base.js', 'loader.mjs', 'list/index.js']) writeFileSync(join(folder, file), '');

const complete = (text: string) => withFileEndings(join(folder, 'main.js'), text);

test.each([
  ["import { a } from './page';", "import { a } from './page.js';"],
  ["export * from './rspack.base';", "export * from './rspack.base.js';"],
  ["import './page.ts';", "import './page.js';"],
  ["import './loader.mjs';", "import './loader.mjs';"],
  ["const list = await import('./list');", 'const list = await import("./list/index.js");'],
  ["export * from './page'; import './list';", "export * from './page.js'; import './list/index.js';"],
])('adds the file ending in %s', (source, compiled) => {
  expect(complete(source)).toBe(compiled);
});

test.each([
  ["import { A } from './page';", "import { A } from './page.js';"],
  ['export declare const a: import("./page").A;', 'export declare const a: import("./page.js").A;'],
])('adds the file ending in the declaration %s', (source, compiled) => {
  expect(withFileEndings(join(folder, 'main.d.ts'), source)).toBe(compiled);
});

test.each(["import { a } from 'react';", "const path = './page';", "const text = `import { a } from './page';`;"])(
  'leaves %s unchanged',
  (source) => {
    expect(complete(source)).toBe(source);
  },
);

test('importing a module that was not compiled throws an error that names it', () => {
  expect(() => complete("import './missing';")).toThrow(/main\.js imports \.\/missing/);
});
