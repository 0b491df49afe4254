import type { Page } from '@playwright/test';

export interface State {
  /** Whose code it shows, if not only the shell's: `pnpm test:changed` leaves it out when nothing reaches this remote. */
  readonly remote?: string;
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** Of a page that is only opened. */
  readonly path?: string;
  /** Exact sentences and names of controls of the specification, each the whole text of an element. */
  readonly texts?: readonly string[];
  /** Parts of texts. */
  readonly words?: readonly string[];
  /** A screenshot of the viewport only, for fixed elements. */
  readonly windowOnly?: boolean;
  /** Console messages to tolerate. */
  readonly logs?: readonly RegExp[];
}
