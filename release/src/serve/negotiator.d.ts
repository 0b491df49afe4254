// Of version 1.1; the published types lack `preferred`.
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, unknown>> });
    /** The acceptable ones, best first; the preferred ones first where the client has no preference. */
    encodings<Encoding extends string>(
      available: readonly Encoding[],
      options: { readonly preferred: readonly Encoding[] },
    ): Encoding[];
  }

  // biome-ignore lint/style/noDefaultExport: the package exports its class in no other way
  export { Negotiator as default };
}
