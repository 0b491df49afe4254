import type { Page } from '@playwright/test';

export interface State {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** A screenshot of the viewport only, for fixed elements. */
  readonly windowOnly?: boolean;
  /** Without a stored choice about cookies. */
  readonly isFirstVisit?: boolean;
  /** Another state of this form, or of the other form with the same code, has the same elements: long tier. */
  readonly isRepeated?: boolean;
  /** Console messages to tolerate. */
  readonly logs?: readonly RegExp[];
}
