import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';

type Require = (name: string) => unknown;

interface NodeFile {
  /** Name in stack traces. */
  readonly filename: string;
  /** Address of the release's client files, such as its pictures. */
  readonly base: string;
}

/** Runs a file of a release's node build and returns its exports. @param offer returns the modules that it requires */
export function evaluate(source: string, { filename, base }: NodeFile, offer: Require): unknown {
  const module = { exports: {} as unknown };
  const run = compileFunction(source, ['module', 'exports', 'require', '__release_base__'], { filename });
  run(module, module.exports, offer, base);
  return module.exports;
}

/** The shell's node build is self-contained: it requires only Node's own modules. */
export const nodeModules: Require = createRequire(import.meta.url);

/** A remote's page requires only the shell's React and shared-ui. */
export function offerOnly(shared: Readonly<Record<string, unknown>>, remote: string): Require {
  return (name) => {
    if (name in shared) return shared[name];
    throw new Error(`${remote} requires "${name}", which the shell does not offer: bundle it with the remote.`);
  };
}
