// Neither package has types that TypeScript finds.
declare module 'es-check' {
  interface Fault {
    readonly file: string;
    readonly err: { readonly features?: readonly string[]; readonly message?: string };
  }
  export function runChecks(
    configs: readonly object[],
    options: { readonly isNodeAPI: true },
  ): { readonly errors: readonly Fault[] };
}

declare module 'doiuse' {
  import type { Plugin } from 'postcss';

  interface Usage {
    readonly feature: string;
    /** Browsers without the feature; empty when all support it, at least in part. */
    readonly featureData: { readonly missing?: string };
  }
  interface Options {
    readonly browsers: readonly string[];
    readonly ignore: readonly string[];
    readonly onFeatureUsage: (usage: Usage) => void;
  }
  export default class DoIUse implements Plugin {
    constructor(options: Options);
    readonly postcssPlugin: string;
  }
}
