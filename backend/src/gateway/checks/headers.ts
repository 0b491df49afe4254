import { bearerToken, readAccessToken } from '../../access-token';
import { type Call, headerOf } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import { type Refusal, refusals } from '../refusals';

/** Characters of `x-client-info`. */
const LONGEST_CLIENT_INFO = 4096;

/** Requires an owner's access token for an owner's function. The database checks that its session has not ended. */
export async function checkToken(call: Call): Promise<Refusal | undefined> {
  if (call.allowed?.role !== 'authenticated') return undefined;
  const denied = postgrestRefusals.denied(`function ${call.resource?.name}`);
  const token = bearerToken(headerOf(call, 'authorization'));
  if (token === undefined) return denied;
  const { claims, why } = await readAccessToken(token, call.jwtSecret);
  if (!claims) return postgrestRefusals.token(why);
  // The public key is a token too, of role anon.
  if (claims.role !== 'authenticated') return denied;
  call.claims = claims;
  return undefined;
}

export function checkClientInfo(call: Call): Refusal | undefined {
  const info = headerOf(call, 'x-client-info');
  if (info === undefined) return undefined;
  if (info.length > LONGEST_CLIENT_INFO || !/^[\x20-\x7e]*$/.test(info)) return refusals.clientInfo;
  call.clientInfo = info;
  return undefined;
}

/** Reads `return` only. PostgREST ignores unknown preferences. */
export function checkPrefer(call: Call): Refusal | undefined {
  if (call.resource?.kind !== 'table') return undefined;
  const tokens = (headerOf(call, 'prefer') ?? '').split(',').map((token) => token.replaceAll(/\s/g, ''));
  const denied = postgrestRefusals.denied(`table ${call.resource.name}`);
  if (tokens.some((token) => token.startsWith('resolution='))) return denied;
  // PostgREST uses the first of several.
  const wanted = tokens.find((token) => /^return=(minimal|representation|headers-only)$/.test(token));
  if (wanted === 'return=minimal') call.prefer = 'minimal';
  if (wanted === undefined || call.prefer) return undefined;
  const readable = call.allowed?.readableColumn;
  const isReadable = readable !== undefined && new URLSearchParams(call.query).get('select') === readable;
  if (wanted !== 'return=representation' || !isReadable) return denied;
  call.prefer = 'representation';
  return undefined;
}
