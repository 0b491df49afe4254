import { lazyFrom } from '@site/release-core/lazy';
import type { Log } from '@site/release-core/operations/read-log';
import { type Command, type Flags, siteCommand } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  name: { type: 'string', value: '<name>', description: 'lists the changes of one part' },
  since: { type: 'string', value: '<time>', description: 'lists changes since 2d, 3h, 30min, a day or a moment' },
  limit: { type: 'string', value: '<count>', description: 'lists this many of the last changes' },
} as const satisfies Flags;

export const log: Command<typeof flags> = {
  usage: 'log [--name <name>] [--since 2d] [--limit 20]',
  flags,
  description: 'lists changes: number, when, who, what, from, to, why',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['changes', 'damaged', 'isCut'],
  ...siteCommand({
    input: ({ name, since, limit }) => ({ name, since, limit }),
    run: ({ store, options }) =>
      lazy<typeof import('@site/release-core/operations/read-log')>('@site/release-core/operations/read-log').readLog(
        store,
        options,
      ),
    describe: (found: Log, { limit }) => ({
      text: lazy<typeof import('../describe/describe-log')>('../describe/describe-log').describeLog(
        found,
        limit === undefined,
      ),
      json: found,
    }),
  }),
};
