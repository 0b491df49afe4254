import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

/** By the name that is typed. Only the typed one is loaded. */
export const COMMANDS: Readonly<Record<string, () => Command>> = {
  publish: () => lazy<typeof import('./publish')>('./publish').publish,
  activate: () => lazy<typeof import('./activate')>('./activate').activate,
  rollback: () => lazy<typeof import('./rollback')>('./rollback').rollback,
  deactivate: () => lazy<typeof import('./deactivate')>('./deactivate').deactivate,
  hold: () => lazy<typeof import('./hold')>('./hold').hold,
  resume: () => lazy<typeof import('./resume')>('./resume').resume,
  revoke: () => lazy<typeof import('./revoke')>('./revoke').revoke,
  compose: () => lazy<typeof import('./compose')>('./compose').composeAgain,
  promote: () => lazy<typeof import('./promote')>('./promote').promote,
  status: () => lazy<typeof import('./status')>('./status').status,
  failures: () => lazy<typeof import('./failures')>('./failures').failures,
  speed: () => lazy<typeof import('./speed')>('./speed').speed,
  visit: () => lazy<typeof import('./visit')>('./visit').visit,
  log: () => lazy<typeof import('./log')>('./log').log,
  verify: () => lazy<typeof import('./verify')>('./verify').verify,
  repair: () => lazy<typeof import('./repair')>('./repair').repair,
  prune: () => lazy<typeof import('./prune')>('./prune').prune,
  deploy: () => lazy<typeof import('./deploy')>('./deploy').deploy,
  copy: () => lazy<typeof import('./copy')>('./copy').copy,
  new: () => lazy<typeof import('./new')>('./new').newRemote,
  grant: () => lazy<typeof import('./grant')>('./grant').grant,
  grants: () => lazy<typeof import('./grants')>('./grants').grants,
  ungrant: () => lazy<typeof import('./ungrant')>('./ungrant').ungrant,
};
