import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const COMPILE_ONCE = join(__dirname, 'compile-once.mjs');

/** Compiles `source` as Jest compiles a module, runs it and returns what it prints. */
function resultOf(source: string, ...loaded: string[]): string {
  const program = `
    const vm = require('node:vm');
    const parsingContext = vm.createContext({ Error });
    const importModuleDynamically = async (name) => console.log('asked for ' + name);
    const options = { filename: 'a.js', parsingContext, importModuleDynamically };
    const module = { exports: {} };
    (async () => {
      try {
        vm.compileFunction(${JSON.stringify(source)}, ['module', 'exports'], options).call({}, module, module.exports);
        console.log(await module.exports);
      } catch (error) {
        console.log(error.name + ': ' + error.message);
      }
    })();`;
  // Without this flag, Node does not call `importModuleDynamically`.
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  return execFileSync(process.execPath, [...flags, ...loaded, '-e', program], { encoding: 'utf8' });
}

test.each([
  ['a value', 'module.exports = 1;', '1'],
  ['an error in its first line', 'module.exports = new Error("a").stack.split("\\n")[1];', 'a.js:1:18'],
  ['an error in another line', '\n\n  module.exports = new Error("a").stack.split("\\n")[1];', 'a.js:3:20'],
  ['a comment at its end', 'module.exports = 2; // the end', '2'],
  ['strict code', '"use strict"; module.exports = (function () { return String(this); })();', 'undefined'],
  ['a dynamic import', 'module.exports = import("b").catch(() => 1);', 'asked for b'],
  ['a syntax error', 'const = 1;', "SyntaxError: Unexpected token '='"],
  ['ES module syntax', 'export const a = 1;', "SyntaxError: Unexpected token 'export'"],
])('a module with %s prints the same when it is compiled as a script', (_, source, result) => {
  const printed = resultOf(source);
  expect(printed).toContain(result);
  expect(resultOf(source, `--import=${pathToFileURL(COMPILE_ONCE)}`)).toBe(printed);
});
