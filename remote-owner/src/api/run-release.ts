import { CallError, type FailureReason } from './answer';
import type { ReleaseCommand, ReleaseCommandName } from './owner-api';

const INTERFACE = '/release/v1/commands/';

const BY_STATUS: Readonly<Record<number, FailureReason>> = {
  401: 'unavailable',
  403: 'unavailable',
  404: 'unavailable',
  405: 'unavailable',
  409: 'changed',
  429: 'too-many',
};

/** Runs a command on the site's own server, whichever backend the site uses. @throws CallError */
export async function runRelease(
  token: string,
  name: ReleaseCommandName,
  { words = [], ...command }: ReleaseCommand = {},
): Promise<unknown> {
  const response = await fetch(INTERFACE + name, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ words, ...command }),
  }).catch((cause: unknown) => {
    throw new CallError('offline', null, { cause });
  });
  // A static host answers any address with a page.
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body = isJson ? await response.json().catch(() => null) : null;
  if (response.ok && isJson) return body?.json ?? null;
  throw new CallError(response.ok ? 'unavailable' : (BY_STATUS[response.status] ?? 'failed'), body);
}
