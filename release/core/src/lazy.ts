import { createRequire } from 'node:module';
import { extname } from 'node:path';

/**
 * Loads sources when they are needed: most runs need one command of many, no bucket, and render no page. They are
 * TypeScript in the workspace, and JavaScript in the installed package.
 * @param here `import.meta.url` of the caller, to which paths without a file ending are relative
 */
export function lazyFrom(here: string) {
  const load = createRequire(here);
  return <Module>(path: string): Module => load(`${path}${extname(here)}`) as Module;
}
