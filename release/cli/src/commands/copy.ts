import { lazyFrom } from '@site/release-core/lazy';
import type { Command, Flags } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  from: { type: 'string', value: '<store>', description: 'the store to copy' },
  to: { type: 'string', value: '<store>', description: 'the store that receives the copy' },
} as const satisfies Flags;

export const copy: Command<typeof flags> = {
  usage: 'copy --from <store> --to <store>',
  description: 'copies a release store, each a folder or s3://bucket/prefix; interrupted, it goes on where it stopped',
  flags,
  minArguments: 0,
  isReadOnly: true,
  isBetweenStores: true,
  run: (context) => lazy<typeof import('../stores/copy-named')>('../stores/copy-named').copyNamed(context),
};
