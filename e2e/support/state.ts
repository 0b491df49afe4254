import type { Page } from '@playwright/test';

export interface State {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** A screenshot of the viewport only, for fixed elements. */
  readonly windowOnly?: boolean;
  /** Without a stored choice about cookies. */
  readonly isFirstVisit?: boolean;
  /** Console messages to tolerate. */
  readonly logs?: readonly RegExp[];
}
