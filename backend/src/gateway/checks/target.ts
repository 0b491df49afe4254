import type { Call } from '../call';
import { type Refusal, refusals } from '../refusals';

const TARGET = /^\/rest\/v1\/(rpc\/)?([A-Za-z_][A-Za-z0-9_]{0,62})(?:\?([\x21-\x7e]*))?$/;

/** Matches the request line without decoding it, so that no other spelling of a path is accepted. */
export function checkTarget(call: Call): Refusal | undefined {
  const [, isFunction, name, query = ''] = TARGET.exec(call.target) ?? [];
  if (!name) return refusals.noRoute;
  call.resource = { kind: isFunction ? 'function' : 'table', name };
  call.query = query;
  return undefined;
}
