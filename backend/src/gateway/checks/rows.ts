import { type Call, isObject, type Row } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import { type Refusal, refusals } from '../refusals';
import { checkDays } from './days';
import { NO_ORIGIN } from './origin';

export const MOST_ROWS = 200;
/** Lists and objects within the arguments of a function. */
export const DEEPEST_ARGUMENTS = 4;

export function checkRows(call: Call): Refusal | undefined {
  if (call.resource?.kind === 'function') return undefined;
  const rows: unknown[] = Array.isArray(call.json) ? call.json : [call.json];
  if (rows.length > MOST_ROWS) return refusals.tooLarge;
  if (!rows.every(isObject)) return postgrestRefusals.invalidBody('Send an object, or an array of objects.');
  if (call.allowedOrigin === NO_ORIGIN && !rows.every(({ preview }) => preview === true)) return refusals.foreignOrigin;
  call.rows = rows;
  return undefined;
}

/** Requires all rows to have the same columns, unless the address lists them. */
export function checkColumns(call: Call): Refusal | undefined {
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

export function checkColumn({ allowed, resource }: Call, column: string): Refusal | undefined {
  const isKnown = allowed && Object.hasOwn(allowed.accepts, column);
  return isKnown ? undefined : postgrestRefusals.unknownColumn(resource?.name ?? '', column);
}

/** Values by their SQL type; all other columns take texts, which the database reads. */
const KINDS: Readonly<Record<string, { readonly name: string; readonly has: (value: unknown) => boolean }>> = {
  boolean: { name: 'a boolean', has: (value) => typeof value === 'boolean' },
  // Without a fraction, and within four bytes.
  integer: { name: 'an integer', has: (value) => Object.is(Number(value) | 0, value) },
};
const TEXT = { name: 'a string', has: (value: unknown) => typeof value === 'string' };

/** Requires each value to be null or of its column's kind, so that nothing is nested. */
export function checkValues({ rows = [], allowed }: Call): Refusal | undefined {
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
export function checkArguments(call: Call): Refusal | undefined {
  const { allowed, resource, json } = call;
  if (resource?.kind !== 'function' || allowed?.method !== 'POST') return undefined;
  if (!isObject(json)) return postgrestRefusals.invalidBody('Send an object.');
  if (depthOf(json) > DEEPEST_ARGUMENTS) return postgrestRefusals.invalidBody('The arguments are nested too deeply.');
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

// Not recursive: a body of 64 kB can nest deeply enough to overflow the stack.
function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value]; level.length > 0 && depth <= DEEPEST_ARGUMENTS; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return depth;
}
