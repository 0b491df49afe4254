import type { ReactNode } from 'react';

/** A component of `index.ts` or `form.ts`, by its name there, and each of its states. */
export interface Entry {
  readonly name: string;
  readonly examples: Readonly<Record<string, ReactNode>>;
}
