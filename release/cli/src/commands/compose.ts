import { composeAgain as change } from '@site/release-core/changes/compose-again';
import { readNewData } from '@site/server/new-data';
import type { Command } from './command';
import { making } from './making';

export const composeAgain: Command = {
  usage: 'compose [--draft]',
  flags: ['draft'],
  description: 'writes the pages again after a change of site.json; builds nothing',
  minArguments: 0,
  ...making(change, () => 'The pages have the data of site.json already.', {
    readData: ({ root, store, options }, current) => readNewData({ root, store, isDraft: options.isDraft }, current),
  }),
};
