import type { ReactNode } from 'react';

/** `name` is an export of `index.ts` or `form.ts`; `examples` shows its states by name. */
export interface ComponentExamples {
  readonly name: string;
  readonly examples: Readonly<Record<string, ReactNode>>;
}
