import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const grants: Command = {
  usage: 'grants',
  description: 'lists the grants: rights, last day, and the last change of each among the latest 200',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['grants'],
  run: ({ store }) => lazy<typeof import('../grants/list-grants')>('../grants/list-grants').listGrants(store),
};
