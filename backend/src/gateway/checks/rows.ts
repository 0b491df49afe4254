import type { Call, Row } from '../call';
import { MOST_ROWS } from '../calls';
import { postgrestRefusals } from '../postgrest-refusals';
import { type Refusal, refusals } from '../refusals';
import { NO_ORIGIN } from './origin';

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

export function checkRows(call: Call): Refusal | undefined {
  if (call.resource?.kind === 'function') return undefined;
  const rows: unknown[] = Array.isArray(call.json) ? call.json : [call.json];
  if (rows.length > MOST_ROWS) return refusals.tooLarge;
  if (!rows.every(isRow)) return postgrestRefusals.invalidBody('Send an object, or an array of objects.');
  if (call.allowedOrigin === NO_ORIGIN && !rows.every(({ preview }) => preview === true)) return refusals.foreignOrigin;
  call.rows = rows;
  return undefined;
}

export function checkColumns(call: Call): Refusal | undefined {
  for (const column of (call.rows ?? []).flatMap(Object.keys)) {
    const refusal = checkColumn(call, column);
    if (refusal) return refusal;
  }
  return undefined;
}

export function checkColumn({ allowed, resource }: Call, column: string): Refusal | undefined {
  const table = resource?.name ?? '';
  if (allowed && Object.hasOwn(allowed.columns, column)) return undefined;
  if (allowed?.identityColumn === column) return postgrestRefusals.identityColumn(column);
  if (allowed?.closedColumns.includes(column)) return postgrestRefusals.denied(table);
  return postgrestRefusals.unknownColumn(table, column);
}

/** Requires each value to be null or of its column's kind, so that nothing is nested. */
export function checkValues({ rows = [], allowed }: Call): Refusal | undefined {
  for (const [column, value] of rows.flatMap(Object.entries)) {
    const kind = allowed?.columns[column];
    if (value === null || (kind === 'boolean' && typeof value === 'boolean')) continue;
    if (kind !== 'text' || typeof value !== 'string')
      return postgrestRefusals.invalidBody(`${column} must be a ${kind}.`);
    if (/\p{Surrogate}/u.test(value)) return postgrestRefusals.invalidBody(`${column} holds half a character.`);
  }
  return undefined;
}

/** Serializes the checked rows again, so that PostgREST parses the same values, also of a duplicate key. */
export function rewriteBody(call: Call): undefined {
  if (call.rows) call.sent.body = JSON.stringify(call.json);
}
