// The published types lack `preferred` of version 1.1.
declare module 'negotiator' {
  export class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, unknown>> });
    /** The acceptable encodings, best first. `preferred` decides where the client has no preference. */
    encodings<Encoding extends string>(
      available: readonly Encoding[],
      options: { readonly preferred: readonly Encoding[] },
    ): Encoding[];
  }
}
