import type { ReactNode } from 'react';
import { controlEntries } from './control-entries';
import { feedbackEntries } from './feedback-entries';
import { formEntries } from './form-entries';
import { foundationEntries } from './foundation-entries';
import { layoutEntries } from './layout-entries';

/** A component of `index.ts` or `form.ts`, by its name there, and each of its states. */
export interface Entry {
  readonly name: string;
  readonly examples: Readonly<Record<string, ReactNode>>;
}

export const catalogue: readonly Entry[] = [
  ...foundationEntries,
  ...layoutEntries,
  ...controlEntries,
  ...formEntries,
  ...feedbackEntries,
];
