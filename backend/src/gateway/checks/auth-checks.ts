import { AUTH_ROUTES, type AuthRoute } from '../../auth/auth';
import { type Call, type Check, isObject } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import { type Refusal, refusals } from '../refusals';
import { checkSize, checkSyntax } from './body';
import { checkKey } from './key';
import { checkContentType, checkEncoding } from './media';
import { answerPreflight, checkOrigin } from './origin';

const TARGET = /^\/auth\/v1\/(\w{1,20})(?:\?([\x21-\x7e]*))?$/;

export const isAuthTarget = (target: string): boolean => target.startsWith('/auth/v1/');

const isRoute = (name: string): name is AuthRoute => AUTH_ROUTES.some((route) => route === name);

/** Run in this order. The handler of the call checks the rest. */
export const AUTH_CHECKS = [
  { name: 'target', run: checkAuthTarget },
  { name: 'origin', run: checkOrigin },
  { name: 'preflight', run: answerPreflight },
  { name: 'key', run: checkKey },
  { name: 'contentType', run: (call) => (call.method === 'POST' ? checkContentType(call) : undefined) },
  { name: 'encoding', run: checkEncoding },
  { name: 'size', run: checkSize },
  { name: 'fields', run: checkFields },
] as const satisfies readonly Check[];

function checkAuthTarget(call: Call): Refusal | undefined {
  const [, name = '', query = ''] = TARGET.exec(call.target) ?? [];
  if (!isRoute(name)) return refusals.noRoute;
  call.resource = { kind: 'auth', name };
  call.query = query;
  return undefined;
}

/** Accepts one object, or no body: auth-js signs out without one. */
function checkFields(call: Call): Refusal | undefined {
  if (call.body?.length === 0) {
    call.fields = {};
    return undefined;
  }
  const refusal = checkSyntax(call);
  if (refusal) return refusal;
  if (!isObject(call.json)) return postgrestRefusals.invalidBody('Send an object.');
  call.fields = call.json;
  return undefined;
}
