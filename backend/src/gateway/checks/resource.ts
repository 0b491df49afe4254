import { type Call, headerOf } from '../call';
import { ALLOWED_CALLS, OWNER_FUNCTIONS, PUBLIC_FUNCTIONS } from '../calls';
import { postgrestRefusals } from '../postgrest-refusals';
import type { Refusal } from '../refusals';

const METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const FUNCTION_METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST'];

export function checkMethod({ method, resource }: Call): Refusal | undefined {
  if (!METHODS.includes(method)) return postgrestRefusals.unsupportedMethod(method);
  if (resource?.kind !== 'function' || FUNCTION_METHODS.includes(method)) return undefined;
  return postgrestRefusals.functionMethod(method);
}

export function checkSchema(call: Call): Refusal | undefined {
  const named = [headerOf(call, 'content-profile'), headerOf(call, 'accept-profile')];
  return named.every((schema) => schema === undefined || schema === 'public')
    ? undefined
    : postgrestRefusals.unknownSchema;
}

export function checkTable(call: Call): Refusal | undefined {
  const { kind, name = '' } = call.resource ?? {};
  if (kind === 'function') return checkFunction(call, name);
  const allowed = ALLOWED_CALLS.get(name);
  if (!allowed) return postgrestRefusals.unknownTable(name);
  if (call.method !== allowed.method) return postgrestRefusals.denied(name);
  call.allowed = allowed;
  call.sent.method = allowed.method;
  call.sent.path = `/${name}`;
  return undefined;
}

function checkFunction(call: Call, name: string): Refusal | undefined {
  const parameters = PUBLIC_FUNCTIONS.get(name);
  if (!parameters && !OWNER_FUNCTIONS.has(name)) return postgrestRefusals.unknownFunction(name);
  const method = parameters ? 'GET' : 'POST';
  if (call.method !== method) return postgrestRefusals.functionMethod(call.method);
  if (parameters) {
    call.parameters = parameters;
    call.sent.body = '';
  }
  call.sent.method = call.method;
  call.sent.path = `/rpc/${name}`;
  return undefined;
}
