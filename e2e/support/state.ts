import type { Page } from '@playwright/test';

/** Something that a visitor may see: a page, or what becomes of it after an action. */
export interface State {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** It floats over the page: the window alone shows it. */
  readonly windowOnly?: boolean;
  /** The banner of cookies is wanted. */
  readonly isFirstVisit?: boolean;
  /** What the console may say of it. */
  readonly logs?: readonly RegExp[];
}
