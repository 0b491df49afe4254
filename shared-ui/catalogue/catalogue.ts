import { controlEntries } from './control-entries';
import type { Entry } from './entry';
import { feedbackEntries } from './feedback-entries';
import { formEntries } from './form-entries';
import { foundationEntries } from './foundation-entries';
import { layoutEntries } from './layout-entries';

export const catalogue: readonly Entry[] = [
  ...foundationEntries,
  ...layoutEntries,
  ...controlEntries,
  ...formEntries,
  ...feedbackEntries,
];
