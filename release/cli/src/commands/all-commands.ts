import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

/** By the name that is typed. Only the typed one is loaded. */
export const COMMANDS: Readonly<Record<string, () => Command>> = {
  publish: () => lazy<typeof import('./publication')>('./publication').publish,
  activate: () => lazy<typeof import('./changes')>('./changes').activate,
  rollback: () => lazy<typeof import('./changes')>('./changes').rollback,
  deactivate: () => lazy<typeof import('./changes')>('./changes').deactivate,
  hold: () => lazy<typeof import('./changes')>('./changes').hold,
  resume: () => lazy<typeof import('./changes')>('./changes').resume,
  revoke: () => lazy<typeof import('./changes')>('./changes').revoke,
  compose: () => lazy<typeof import('./changes')>('./changes').composeAgain,
  promote: () => lazy<typeof import('./publication')>('./publication').promote,
  status: () => lazy<typeof import('./readings')>('./readings').status,
  failures: () => lazy<typeof import('./readings')>('./readings').failures,
  speed: () => lazy<typeof import('./readings')>('./readings').speed,
  visit: () => lazy<typeof import('./publication')>('./publication').visit,
  log: () => lazy<typeof import('./readings')>('./readings').log,
  verify: () => lazy<typeof import('./store')>('./store').verify,
  repair: () => lazy<typeof import('./store')>('./store').repair,
  prune: () => lazy<typeof import('./store')>('./store').prune,
  deploy: () => lazy<typeof import('./publication')>('./publication').deploy,
  copy: () => lazy<typeof import('./store')>('./store').copy,
  new: () => lazy<typeof import('./publication')>('./publication').newRemote,
  grant: () => lazy<typeof import('./grants')>('./grants').grant,
  grants: () => lazy<typeof import('./grants')>('./grants').grants,
  ungrant: () => lazy<typeof import('./grants')>('./grants').ungrant,
};
