import type { Role } from '../../src/database/allowed-call';
import { CALLS } from '../../src/database/calls';

const functionsOf = (role: Role): readonly string[] =>
  [...CALLS].flatMap(([path, call]) => (path.startsWith('rpc/') && call.role === role ? [path.slice(4)] : []));

export const PUBLIC_FUNCTIONS = functionsOf('anon');
export const OWNER_FUNCTIONS = functionsOf('authenticated');
