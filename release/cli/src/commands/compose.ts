import { composeAgain as change } from '@site/release-core/changes/compose-again';
import { readNewData } from '@site/server/new-data';
import type { Command, Flags } from './command';
import { making } from './making';

const flags = {
  draft: { type: 'boolean', description: 'composes pages that are marked « Brouillon »' },
} as const satisfies Flags;

export const composeAgain: Command<typeof flags> = {
  usage: 'compose [--draft]',
  flags,
  description: 'writes the pages again after a change of site.json; builds nothing',
  minArguments: 0,
  ...making({
    change,
    input: ({ draft }) => ({ isDraft: draft }),
    whyNot: () => 'The pages have the data of site.json already.',
    readData: ({ root, store }, current, isDraft) => readNewData({ root, store, isDraft }, current),
  }),
};
