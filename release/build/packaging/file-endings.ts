import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'es-module-lexer';

/** A module name after `from` or `import` in declarations, which the lexer cannot parse and which have no strings. */
const DECLARED = /(?<=\b(?:from|import)\s*\(?\s*(['"]))\.{1,2}(?:\/[^'"\n]*)?(?=\1)/g;

/** Adds the file ending that Node requires to each relative module name. Await the lexer's `init` first. */
export function withFileEndings(file: string, text: string): string {
  if (file.endsWith('.d.ts')) return text.replaceAll(DECLARED, (name) => withEnding(file, name));
  const [imports] = parse(text, file);
  return imports.reduceRight((result, { n: name, s: start, e: end, d: dynamic }) => {
    if (!name?.startsWith('.')) return result;
    // The range of a dynamic import includes its quotes.
    const written = dynamic > -1 ? JSON.stringify(withEnding(file, name)) : withEnding(file, name);
    return result.slice(0, start) + written + result.slice(end);
  }, text);
}

function withEnding(file: string, name: string): string {
  const candidates = [name.replace(/\.tsx?$/, '.js'), `${name}.js`, `${name}/index.js`];
  const target = candidates.find(
    (candidate) => /\.[cm]?js$/.test(candidate) && existsSync(resolve(dirname(file), candidate)),
  );
  if (target) return target;
  throw new Error(`${file} imports ${name}, and no compiled file has that name.`);
}
