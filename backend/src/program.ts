import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { resolve } = createRequire(import.meta.url);

/** Arguments of Node that run a program: a source of the workspace through tsx, a file of an installed package as it is. */
export const programArguments = (file: string): string[] =>
  file.endsWith('.ts') ? ['--import', pathToFileURL(resolve('tsx')).href, file] : [file];
