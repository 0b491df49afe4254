import { isObject } from '@site/contract/json';
import { AUTH_ROUTES, type AuthRoute } from '../../auth/auth';
import type { Call, Check, Row } from '../call';
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
  NO_ORIGIN,
} from './request-checks';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Requires days of this SQL type to be yyyy-MM-dd: PostgreSQL also reads `tomorrow`, `J2461800` and `01/03/2027`. */
function checkDays(type: string, value: unknown): Refusal | undefined {
  for (const day of daysIn(type, value)) {
    if (day === null || day === undefined) continue;
    if (typeof day !== 'string' || !DAY.test(day)) return postgrestRefusals.invalidDay(String(day));
    if (!isReal(day)) return postgrestRefusals.noDay(day);
  }
  return undefined;
}

function daysIn(type: string, value: unknown): unknown[] {
  if (type.startsWith('date')) return [value].flat();
  // Periods of closed days.
  return type === 'json' ? [value].flat().flatMap((one) => (isObject(one) ? [one.first, one.last] : [])) : [];
}

const isReal = (day: string) =>
  day >= '0001' && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

const COLUMN_LIST = /^(?:\w+|"\w+")(?:,(?:\w+|"\w+"))*$/;

/** Accepts `columns`, which supabase-js sends with an array, and `select`; of a function that is read, its days. */
function checkQuery(call: Call): Refusal | undefined {
  const parameters = new URLSearchParams(call.query);
  const check = call.resource?.kind === 'function' ? checkArgument : checkParameter;
  for (const [name, value] of parameters) {
    const refusal = check(call, name, value);
    if (refusal) return refusal;
    if (parameters.getAll(name).length > 1) return postgrestRefusals.parameter(name, value);
  }
  return undefined;
}

function checkParameter(call: Call, name: string, value: string): Refusal | undefined {
  const denied = postgrestRefusals.denied(`table ${call.resource?.name}`);
  if (name === 'on_conflict') return denied;
  if (name === 'select') return value === call.allowed?.readableColumn ? undefined : denied;
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
  return isKnown ? checkDays(allowed.accepts[name] ?? '', value) : postgrestRefusals.parameter(name, value);
}

export const MAX_ROWS = 200;
/** Lists and objects within the arguments of a function. */
export const MAX_ARGUMENT_DEPTH = 5;

function checkRows(call: Call): Refusal | undefined {
  if (call.resource?.kind === 'function') return undefined;
  const rows: unknown[] = Array.isArray(call.json) ? call.json : [call.json];
  if (rows.length > MAX_ROWS) return refusals.tooLarge;
  if (!rows.every(isObject)) return postgrestRefusals.invalidBody('Send an object, or an array of objects.');
  if (call.allowedOrigin === NO_ORIGIN && !rows.every(({ preview }) => preview === true)) return refusals.foreignOrigin;
  call.rows = rows;
  return undefined;
}

/** Requires all rows to have the same columns, unless the address lists them. */
function checkColumns(call: Call): Refusal | undefined {
  const rows = call.rows ?? [];
  for (const column of rows.flatMap(Object.keys)) {
    const refusal = checkColumn(call, column);
    if (refusal) return refusal;
  }
  if (call.given) return undefined;
  const given = Object.keys(rows[0] ?? {});
  const isAlike = (row: Row) => Object.keys(row).length === given.length && given.every((name) => name in row);
  if (!rows.every(isAlike)) return postgrestRefusals.unlikeRows;
  call.given = given;
  return undefined;
}

function checkColumn({ allowed, resource }: Call, column: string): Refusal | undefined {
  const isKnown = allowed && Object.hasOwn(allowed.accepts, column);
  return isKnown ? undefined : postgrestRefusals.unknownColumn(resource?.name ?? '', column);
}

/** Values by their SQL type; all other columns take texts, which the database reads. */
const KINDS: Readonly<Record<string, { readonly name: string; readonly has: (value: unknown) => boolean }>> = {
  boolean: { name: 'a boolean', has: (value) => typeof value === 'boolean' },
  // PostgreSQL's integer has no fraction and four bytes.
  integer: { name: 'an integer', has: (value) => Object.is(Number(value) | 0, value) },
};
const TEXT = { name: 'a string', has: (value: unknown) => typeof value === 'string' };

/** Requires each value to be null or of its column's kind, so that nothing is nested. */
function checkValues({ rows = [], allowed }: Call): Refusal | undefined {
  for (const [column, value] of rows.flatMap(Object.entries)) {
    if (value === null) continue;
    const kind = KINDS[allowed?.accepts[column] ?? ''] ?? TEXT;
    if (!kind.has(value)) return postgrestRefusals.invalidBody(`${column} must be ${kind.name}.`);
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value))
      return postgrestRefusals.invalidBody(`${column} holds half a character.`);
    const refusal = checkDays(allowed?.accepts[column] ?? '', value);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Requires the arguments of a function that is posted to be one object with the function's own names. */
function checkArguments(call: Call): Refusal | undefined {
  const { allowed, resource, json } = call;
  if (resource?.kind !== 'function' || allowed?.method !== 'POST') return undefined;
  if (!isObject(json)) return postgrestRefusals.invalidBody('Send an object.');
  if (depthOf(json) > MAX_ARGUMENT_DEPTH) return postgrestRefusals.invalidBody('The arguments are nested too deeply.');
  const given = Object.keys(json);
  const required = Object.entries(allowed.accepts).flatMap(([name, type]) => (type.endsWith('?') ? [] : [name]));
  const isCallable =
    required.every((name) => name in json) && given.every((name) => Object.hasOwn(allowed.accepts, name));
  if (!isCallable) return postgrestRefusals.unknownFunction(resource.name, given);
  for (const [name, value] of Object.entries(json)) {
    const refusal = checkDays(allowed.accepts[name] ?? '', value);
    if (refusal) return refusal;
  }
  call.given = given;
  return undefined;
}

// This is a loop, because a body of 64 kB can nest deeply enough to overflow the stack of a recursion.
function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value]; level.length > 0 && depth <= MAX_ARGUMENT_DEPTH; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return depth;
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
