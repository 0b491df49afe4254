import { createRequire } from 'node:module';
import { extname } from 'node:path';

/**
 * Loads sources when they are needed: most runs need one command of many, no bucket, and render no page. They are
 * TypeScript in the workspace, and JavaScript in the installed package. `import()` of TypeScript needs the hooks for
 * `import`, with which `release --help` takes more than twice the processor time (`tooling/run.cjs`).
 * @param here `import.meta.url` of the caller, to which paths that start with a dot are relative; they have no file
 * ending
 */
export function lazyFrom(here: string) {
  const load = createRequire(here);
  return <Module>(path: string): Module => load(path.startsWith('.') ? path + extname(here) : path) as Module;
}
