import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const deploy: Command = {
  usage: 'deploy <target>',
  description:
    'puts the active site where a host serves it: a folder, or s3://bucket/prefix behind a CDN; sends only what is missing',
  minArguments: 1,
  isReadOnly: true,
  run: (context, word = '') =>
    lazy<typeof import('../deploy/deploy-to')>('../deploy/deploy-to').deployTo(context, word),
};
