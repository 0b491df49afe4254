import { lazyFrom } from '@site/release-core/lazy';
import { changeCommand } from '../command/change-command';
import type { Command, Flags } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  draft: { type: 'boolean', description: 'composes pages that are marked « Brouillon »' },
  reset: {
    type: 'string',
    multiple: true,
    value: '<key>',
    description: "returns a fact of the owner's space to its value in site.json",
  },
} as const satisfies Flags;

export const composeAgain: Command<typeof flags> = {
  usage: 'compose [--draft] [--reset <key>]',
  flags,
  description: 'writes the pages again after a change of site.json; builds nothing',
  minArguments: 0,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/compose-again')>('@site/release-core/changes/compose-again')
        .composeAgain,
    input: ({ draft, reset }) => ({ isDraft: draft, reset: [...reset] }),
    whyNot: ({ edited = {} }) =>
      [
        'The pages have the data of site.json already.',
        ...lazy<typeof import('../describe/describe-change')>('../describe/describe-change').describeOverrides(edited),
      ].join('\n'),
    readData: ({ root, store }, current, isDraft) =>
      lazy<typeof import('@site/server/new-data')>('@site/server/new-data').readNewData(
        { root, store, isDraft },
        current,
      ),
  }),
};
