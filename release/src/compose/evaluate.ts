import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

type Require = (name: string) => unknown;

/**
 * Runs a file of a release's node build and gives what it exports.
 * @param base address of the release's client files, below which its pictures lie
 * @param offer what the file may require
 */
export function evaluate(source: string, filename: string, base: string, offer: Require): unknown {
  const module = { exports: {} as unknown };
  const run = compileFunction(source, ['module', 'exports', 'require', '__release_base__'], { filename });
  run(module, module.exports, offer, base);
  return module.exports;
}

/** The shell's node build is self-contained: nothing but Node's own modules. */
export const nodeModules: Require = createRequire(import.meta.url);

/** A remote's page gets the shell's own React and shared-ui, and nothing else. */
export function offerOnly(shared: Readonly<Record<string, unknown>>, asker: string): Require {
  return (name) => {
    if (name in shared) return shared[name];
    throw new Error(`${asker} requires "${name}", which the shell does not offer: bundle it with the remote.`);
  };
}
