import { activate, composeAgain, deactivate, revoke } from './changes';
import type { Command } from './command';
import { copy } from './copy';
import { deploy } from './deploy';
import { grant } from './grant';
import { grants } from './grants';
import { log } from './log';
import { newRemote } from './new';
import { promote } from './promote';
import { prune } from './prune';
import { publish } from './publish';
import { repair } from './repair';
import { rollback } from './rollback';
import { status } from './status';
import { ungrant } from './ungrant';
import { verify } from './verify';

export const ALL_COMMANDS: readonly Command[] = [
  publish,
  activate,
  rollback,
  deactivate,
  revoke,
  composeAgain,
  promote,
  status,
  log,
  verify,
  repair,
  prune,
  deploy,
  copy,
  newRemote,
  grant,
  grants,
  ungrant,
];
