import { bearerToken, readAccessToken } from '../../auth/access-token';
import { type Call, headerOf } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import type { Refusal } from '../refusals';

/** Requires an owner's access token for functions. The database checks that its session has not ended. */
export async function checkToken(call: Call): Promise<Refusal | undefined> {
  if (call.resource?.kind !== 'function' || call.parameters) return undefined;
  const token = bearerToken(headerOf(call, 'authorization'));
  if (token === undefined) return postgrestRefusals.deniedFunction(call.resource.name);
  const { claims, why } = await readAccessToken(token, call.jwtSecret);
  if (!claims) return postgrestRefusals.token(why);
  // The public key is a token too, of role anon.
  if (claims.role !== 'authenticated') return postgrestRefusals.deniedFunction(call.resource.name);
  call.sent.accessToken = token;
  return undefined;
}
