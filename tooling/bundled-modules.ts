import { existsSync, readFileSync } from 'node:fs';
import { type Compilation, NormalModule } from '@rspack/core';

/** Returns the files of all modules in a bundle that may use the shell or the backend. */
export function usingModules(compilation: Compilation): readonly string[] {
  const files = [...compilation.modules].flatMap((module) => {
    if (!(module instanceof NormalModule)) return [];
    const [file = ''] = module.resource.split('?');
    if (!SCRIPT.test(file)) return [];
    if (isOurs(file)) return [sourceOf(file)];
    const code = String(module.originalSource()?.source() ?? '');
    return USE.test(code) && USE.test(code.replaceAll(COMMENT, '')) ? [file] : [];
  });
  return [...new Set(files)];
}

const SCRIPT = /\.[cm]?[jt]sx?$/;
/** What a third party's module contains that imports from our packages, or names what it calls of the backend. */
const USE = /@site\/|\/rest\/v1\/\w|\.(?:rpc|from)\(\s*["'`]\w/;
/** Also empties some texts, but no code that follows them. */
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

function isOurs(file: string): boolean {
  const [, ...installed] = file.split(/[\\/]node_modules[\\/]/);
  return installed.length === 0 || /^@site[\\/]/.test(installed.at(-1) ?? '');
}

/** Returns what a file of an installed package was compiled from: compiled code has no types to follow. */
function sourceOf(file: string): string {
  const [, path] = /^(.*)\.js$/.exec(file) ?? [];
  if (!path) return file;
  const source = path.replace(/([\\/])dist[\\/]src([\\/])/, '$1src$2');
  const found = ['.ts', '.tsx'].map((ending) => source + ending).find((name) => existsSync(name));
  const declarations = `${path}.d.ts`;
  if (!found && existsSync(declarations) && /\bHost\b/.test(readFileSync(declarations, 'utf8')))
    throw new Error(`${file} gets the host, and its package has no sources to follow it: install a later version.`);
  return found ?? file;
}
