import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

/** Alerts when a page does not work, and changes no release. */
export const visit: Command = {
  usage: 'visit [<seq>]',
  description: 'opens the live pages of the latest watched change in a browser, and reports what does not work',
  minArguments: 0,
  isVariadic: true,
  runsHere: true,
  run: (context, word) =>
    lazy<typeof import('../check/visit-change')>('../check/visit-change').visitChange(context, word),
};
