import { CALLS } from '../../database/calls';
import { type Call, headerOf } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import { type Refusal, refusals } from '../refusals';

const TARGET = /^\/rest\/v1\/(rpc\/)?([A-Za-z_][A-Za-z0-9_]{0,62})(?:\?([\x21-\x7e]*))?$/;
const METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CHANGES = ['PUT', 'PATCH', 'DELETE'];

/** Matches the request line without decoding it, so that no other spelling of a path is accepted. */
export function checkTarget(call: Call): Refusal | undefined {
  const [, isFunction, name, query = ''] = TARGET.exec(call.target) ?? [];
  if (!name) return refusals.noRoute;
  call.resource = { kind: isFunction ? 'function' : 'table', name };
  call.query = query;
  return undefined;
}

/** The entry for a path in the table of calls. */
export function callFor({ resource }: Call) {
  return resource && CALLS.get(resource.kind === 'function' ? `rpc/${resource.name}` : resource.name);
}

export function checkResource(call: Call): Refusal | undefined {
  const { method, resource: { kind, name } = { kind: 'table', name: '' } } = call;
  const isFunction = kind === 'function';
  if (!METHODS.includes(method)) return postgrestRefusals.unsupportedMethod(method);
  if (isFunction && CHANGES.includes(method)) return postgrestRefusals.functionMethod(method);
  const schemas = [headerOf(call, 'content-profile'), headerOf(call, 'accept-profile')];
  if (schemas.some((schema) => schema !== undefined && schema !== 'public')) return postgrestRefusals.unknownSchema;
  const allowed = callFor(call);
  if (!allowed) return isFunction ? postgrestRefusals.unknownFunction(name) : postgrestRefusals.unknownTable(name);
  if (method !== allowed.method)
    return isFunction ? postgrestRefusals.functionMethod(method) : postgrestRefusals.denied(`table ${name}`);
  call.allowed = allowed;
  return undefined;
}
