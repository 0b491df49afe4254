import { type Call, headerOf } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import type { Refusal } from '../refusals';

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*(?:utf-8|"utf-8")\s*)?$/i;
export const ONE_OBJECT = 'application/vnd.pgrst.object+json';
const ANY_JSON = ['application/json', 'application/*', '*/*'];

/** A form or a `fetch` of any page can send the other types without a preflight. */
export function checkContentType(call: Call): Refusal | undefined {
  if (call.allowed?.method === 'GET') return undefined;
  const type = headerOf(call, 'content-type') ?? '';
  return JSON_TYPE.test(type) ? undefined : postgrestRefusals.contentType(type);
}

export function checkEncoding(call: Call): Refusal | undefined {
  const encoding = headerOf(call, 'content-encoding');
  const transfer = headerOf(call, 'transfer-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return postgrestRefusals.contentEncoding(encoding);
  }
  return transfer === undefined || transfer.toLowerCase() === 'chunked'
    ? undefined
    : postgrestRefusals.contentEncoding(transfer);
}

export function checkAccept(call: Call): Refusal | undefined {
  const accept = headerOf(call, 'accept') ?? '*/*';
  const types = accept.split(',').map((one) => (one.split(';')[0] ?? '').trim().toLowerCase());
  call.wantsObject = types.includes(ONE_OBJECT);
  const isJson = call.wantsObject || types.some((type) => ANY_JSON.includes(type));
  return isJson ? undefined : postgrestRefusals.mediaType(accept);
}
