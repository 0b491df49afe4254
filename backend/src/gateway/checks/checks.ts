import { isObject } from '@site/contract/json';
import { AUTH_ROUTES, type AuthRoute } from '../../auth/auth';
import type { Call, Check } from '../call';
import { postgrestRefusals, type Refusal, refusals } from '../refusals';
import {
  answerPreflight,
  checkContentType,
  checkKey,
  checkOrigin,
  checkPrefer,
  checkResource,
  checkSize,
  checkSyntax,
  checkTarget,
  checkToken,
  NO_ORIGIN,
} from './request-checks';

const COLUMN_LIST = /^(?:\w+|"\w+")(?:,(?:\w+|"\w+"))*$/;

/** Accepts `columns`, which supabase-js sends with an array, and `select`; of a read function, its arguments. */
function checkQuery(call: Call): Refusal | undefined {
  const parameters = new URLSearchParams(call.query);
  const check = call.resource?.kind === 'function' ? checkArgument : checkParameter;
  for (const [name, value] of parameters) {
    const refusal = check(call, name, value);
    if (refusal) return refusal;
  }
  return undefined;
}

function checkParameter(call: Call, name: string, value: string): Refusal | undefined {
  const { allowed, resource } = call;
  if (name === 'select') {
    return value === allowed?.readableColumn ? undefined : postgrestRefusals.denied(`table ${resource?.name}`);
  }
  if (name !== 'columns' || !COLUMN_LIST.test(value)) return postgrestRefusals.parameter(name, value);
  const columns = value.replaceAll('"', '').split(',');
  for (const column of columns) {
    const refusal = checkColumn(call, column);
    if (refusal) return refusal;
  }
  call.given = [...new Set(columns)];
  return undefined;
}

/** Owners' functions take their arguments from the body. */
function checkArgument({ allowed }: Call, name: string, value: string): Refusal | undefined {
  const isKnown = allowed?.method === 'GET' && Object.hasOwn(allowed.accepts, name);
  return isKnown ? undefined : postgrestRefusals.parameter(name, value);
}

export const MAX_ROWS = 200;

function checkRows(call: Call): Refusal | undefined {
  if (call.resource?.kind === 'function') return undefined;
  const rows: unknown[] = Array.isArray(call.json) ? call.json : [call.json];
  if (rows.length > MAX_ROWS) return refusals.tooLarge;
  if (!rows.every(isObject)) return postgrestRefusals.invalidBody('Send an object, or an array of objects.');
  if (call.allowedOrigin === NO_ORIGIN && !rows.every(({ preview }) => preview === true)) return refusals.foreignOrigin;
  call.rows = rows;
  return undefined;
}

/** The columns are those that the address lists, or those of the rows. */
function checkColumns(call: Call): Refusal | undefined {
  const rows = call.rows ?? [];
  for (const column of rows.flatMap(Object.keys)) {
    const refusal = checkColumn(call, column);
    if (refusal) return refusal;
  }
  call.given ??= [...new Set(rows.flatMap(Object.keys))];
  return undefined;
}

function checkColumn({ allowed, resource }: Call, column: string): Refusal | undefined {
  const isKnown = allowed && Object.hasOwn(allowed.accepts, column);
  return isKnown ? undefined : postgrestRefusals.unknownColumn(resource?.name ?? '', column);
}

/** Requires the arguments of a function that is posted to be one object with the function's own names. */
function checkArguments(call: Call): Refusal | undefined {
  const { allowed, resource, json } = call;
  if (resource?.kind !== 'function' || allowed?.method !== 'POST') return undefined;
  if (!isObject(json)) return postgrestRefusals.invalidBody('Send an object.');
  const given = Object.keys(json);
  const required = Object.entries(allowed.accepts).flatMap(([name, type]) => (type.endsWith('?') ? [] : [name]));
  const isCallable =
    required.every((name) => name in json) && given.every((name) => Object.hasOwn(allowed.accepts, name));
  if (!isCallable) return postgrestRefusals.unknownFunction(resource.name, given);
  call.given = given;
  return undefined;
}

/** Run in this order: the first failing check decides the answer. The body is read after the checks of the headers. */
export const CHECKS = [
  { name: 'target', run: checkTarget },
  { name: 'origin', run: checkOrigin },
  { name: 'preflight', run: answerPreflight },
  { name: 'key', run: checkKey },
  { name: 'resource', run: checkResource },
  { name: 'token', run: checkToken },
  { name: 'contentType', run: checkContentType },
  { name: 'query', run: checkQuery },
  { name: 'prefer', run: checkPrefer },
  { name: 'size', run: checkSize },
  { name: 'syntax', run: checkSyntax },
  { name: 'arguments', run: checkArguments },
  { name: 'rows', run: checkRows },
  { name: 'columns', run: checkColumns },
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
