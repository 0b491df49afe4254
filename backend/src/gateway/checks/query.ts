import type { Call } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import type { Refusal } from '../refusals';
import { checkDays } from './days';
import { checkColumn } from './rows';

const COLUMN_LIST = /^(?:\w+|"\w+")(?:,(?:\w+|"\w+"))*$/;

/** Accepts `columns`, which supabase-js sends with an array, and `select`; of a function that is read, its days. */
export function checkQuery(call: Call): Refusal | undefined {
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
