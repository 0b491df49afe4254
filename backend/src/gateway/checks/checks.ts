import { isObject } from '@site/contract/json';
import { AUTH_ROUTES, type AuthRoute } from '../../auth/auth';
import type { Call, Check } from '../call';
import { postgrestRefusals, type Refusal, refusals } from '../refusals';
import {
  answerPreflight,
  checkAccept,
  checkClientInfo,
  checkContentType,
  checkEncoding,
  checkKey,
  checkOrigin,
  checkPrefer,
  checkResource,
  checkSize,
  checkSyntax,
  checkTarget,
  checkToken,
} from './request-checks';
import { checkArguments, checkColumns, checkQuery, checkRows, checkValues } from './row-checks';

/** Run in this order: the first failing check decides the answer. The body is read after the checks of the headers. */
export const CHECKS = [
  { name: 'target', run: checkTarget },
  { name: 'origin', run: checkOrigin },
  { name: 'preflight', run: answerPreflight },
  { name: 'key', run: checkKey },
  { name: 'resource', run: checkResource },
  { name: 'token', run: checkToken },
  { name: 'contentType', run: checkContentType },
  { name: 'encoding', run: checkEncoding },
  { name: 'accept', run: checkAccept },
  { name: 'query', run: checkQuery },
  { name: 'prefer', run: checkPrefer },
  { name: 'clientInfo', run: checkClientInfo },
  { name: 'size', run: checkSize },
  { name: 'syntax', run: checkSyntax },
  { name: 'arguments', run: checkArguments },
  { name: 'rows', run: checkRows },
  { name: 'columns', run: checkColumns },
  { name: 'values', run: checkValues },
] as const satisfies readonly Check[];

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
