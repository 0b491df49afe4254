import { lazy } from '../lazy';
import type { Command } from './command';

/** By the name that is typed. Only the typed one is loaded. */
export const COMMANDS: Readonly<Record<string, () => Command>> = {
  publish: () => lazy<typeof import('./publish')>('commands/publish').publish,
  activate: () => lazy<typeof import('./activate')>('commands/activate').activate,
  rollback: () => lazy<typeof import('./rollback')>('commands/rollback').rollback,
  deactivate: () => lazy<typeof import('./deactivate')>('commands/deactivate').deactivate,
  revoke: () => lazy<typeof import('./revoke')>('commands/revoke').revoke,
  compose: () => lazy<typeof import('./compose')>('commands/compose').composeAgain,
  promote: () => lazy<typeof import('./promote')>('commands/promote').promote,
  status: () => lazy<typeof import('./status')>('commands/status').status,
  log: () => lazy<typeof import('./log')>('commands/log').log,
  verify: () => lazy<typeof import('./verify')>('commands/verify').verify,
  repair: () => lazy<typeof import('./repair')>('commands/repair').repair,
  prune: () => lazy<typeof import('./prune')>('commands/prune').prune,
  deploy: () => lazy<typeof import('./deploy')>('commands/deploy').deploy,
  copy: () => lazy<typeof import('./copy')>('commands/copy').copy,
  new: () => lazy<typeof import('./new')>('commands/new').newRemote,
  grant: () => lazy<typeof import('./grant')>('commands/grant').grant,
  grants: () => lazy<typeof import('./grants')>('commands/grants').grants,
  ungrant: () => lazy<typeof import('./ungrant')>('commands/ungrant').ungrant,
};
