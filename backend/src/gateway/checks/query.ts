import { type Call, headerOf } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import type { Refusal } from '../refusals';
import { checkColumn } from './rows';

const COLUMN_LIST = /^(?:\w+|"\w+")(?:,(?:\w+|"\w+"))*$/;

/** Accepts `columns`, which supabase-js sends with an array, and `select`. */
export function checkQuery(call: Call): Refusal | undefined {
  const parameters = new URLSearchParams(call.query);
  for (const [name, value] of parameters) {
    const refusal = checkParameter(call, name, value);
    if (refusal) return refusal;
    if (parameters.getAll(name).length > 1) return postgrestRefusals.parameter(name, value);
  }
  return undefined;
}

function checkParameter(call: Call, name: string, value: string): Refusal | undefined {
  if (call.resource?.kind === 'function') return checkArgument(call, name, value);
  const table = call.resource?.name ?? '';
  if (name === 'on_conflict') return postgrestRefusals.denied(table);
  if (name === 'select') {
    const isReadable = value === call.allowed?.readableColumn;
    return isReadable ? undefined : postgrestRefusals.denied(table);
  }
  if (name !== 'columns' || !COLUMN_LIST.test(value)) return postgrestRefusals.parameter(name, value);
  const columns = value.replaceAll('"', '').split(',');
  for (const column of columns) {
    const refusal = checkColumn(call, column);
    if (refusal) return refusal;
  }
  call.sent.query = `columns=${columns.join(',')}`;
  return undefined;
}

/** Only for functions that visitors may read: owners' functions take their arguments from the body. */
function checkArgument(call: Call, name: string, value: string): Refusal | undefined {
  const parameters = call.parameters ?? {};
  const form = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!form?.test(value)) return postgrestRefusals.parameter(name, value);
  call.sent.query = [call.sent.query, `${name}=${value}`].filter(Boolean).join('&');
  return undefined;
}

/** Forwards `return` only. PostgREST ignores unknown preferences, so the others are dropped. */
export function checkPrefer(call: Call): Refusal | undefined {
  if (call.resource?.kind === 'function') return undefined;
  const tokens = (headerOf(call, 'prefer') ?? '').split(',').map((token) => token.replaceAll(/\s/g, ''));
  const table = call.resource?.name ?? '';
  if (tokens.some((token) => token.startsWith('resolution='))) return postgrestRefusals.denied(table);
  // PostgREST uses the first of several.
  const wanted = tokens.find((token) => /^return=(minimal|representation|headers-only)$/.test(token));
  if (wanted === undefined || wanted === 'return=minimal') {
    if (wanted) call.sent.prefer = wanted;
    return undefined;
  }
  const readable = call.allowed?.readableColumn;
  const isReadable = readable !== undefined && new URLSearchParams(call.query).get('select') === readable;
  if (wanted !== 'return=representation' || !isReadable) return postgrestRefusals.denied(table);
  call.sent.prefer = wanted;
  call.sent.query = [call.sent.query, `select=${readable}`].filter(Boolean).join('&');
  return undefined;
}
