import type { Page } from '@playwright/test';

/** A page, or its state after an action. */
export interface State {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** A screenshot of the viewport only, for fixed elements. */
  readonly windowOnly?: boolean;
  /** Without a stored choice about cookies. */
  readonly isFirstVisit?: boolean;
  /** Messages that the console may have. */
  readonly logs?: readonly RegExp[];
}
