import { isAbsolute } from 'node:path';
import type { Compiler } from '@rspack/core';

/** The bundler reads `#` in a request as the beginning of a fragment, unless a zero byte precedes it. */
export const escapeHash = (path: string): string => path.replace(/[\0\u200b]?#/g, '\0#');

/**
 * Finds modules that the bundler itself requests in a path with `#`: shared ones by the names that it shows, with a
 * zero-width space before each `#`; the development server's client by its plain path.
 */
export const findOwnModules = {
  apply(compiler: Compiler) {
    // Packages are linked from where this file is, which may be another folder than that of the build.
    if (![compiler.context, import.meta.dirname].some((folder) => folder.includes('#'))) return;
    compiler.hooks.compilation.tap('hash-in-paths', (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.beforeResolve.tap('hash-in-paths', (module) => {
        const { request } = module;
        if (isAbsolute(request) || request.includes('\u200b#')) module.request = escapeHash(request);
      });
    });
  },
};
