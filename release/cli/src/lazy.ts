import { createRequire } from 'node:module';
import { extname } from 'node:path';

const load = createRequire(import.meta.url);

/**
 * Loads a source of this package when it is needed: most runs need one command of many. TypeScript in the workspace,
 * JavaScript in the installed package.
 * @param path below `src`, without the file ending
 */
export const lazy = <Module>(path: string): Module => load(`./${path}${extname(import.meta.url)}`) as Module;
