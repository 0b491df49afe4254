import { isObject } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import type { Refusal } from '../refusals';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Requires each day in a value of this SQL type to be yyyy-MM-dd: PostgreSQL also reads `tomorrow`, `J2461800` and `01/03/2027`. */
export function checkDays(type: string, value: unknown): Refusal | undefined {
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
