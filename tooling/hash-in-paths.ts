import type { Compiler } from '@rspack/core';

/** The bundler reads `#` in a request as the beginning of a fragment, unless a zero byte precedes it. */
export const escapeHash = (path: string): string => path.replace(/[\0\u200b]?#/g, '\0#');

/** The bundler requests shared modules again by the names that it shows, with a zero-width space before each `#`. */
export const findSharedModules = {
  apply(compiler: Compiler) {
    if (!compiler.context.includes('#')) return;
    compiler.hooks.compilation.tap('hash-in-paths', (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.beforeResolve.tap('hash-in-paths', (module) => {
        if (module.request.includes('\u200b#')) module.request = escapeHash(module.request);
      });
    });
  },
};
