import type { Call } from '../call';
import { postgrestRefusals } from '../postgrest-refusals';
import { type Refusal, refusals } from '../refusals';

/** In bytes; a message of 5000 UTF-16 units takes at most 30 kB of JSON, each written as an escape of 6 bytes. */
const LARGEST_BODY = 64 * 1024;

export async function checkSize(call: Call): Promise<Refusal | undefined> {
  const body = await call.receive(LARGEST_BODY);
  if (!body) return refusals.tooLarge;
  call.body = body;
  return undefined;
}

export function checkSyntax(call: Call): Refusal | undefined {
  if (call.allowed?.method === 'GET') return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(call.body);
    call.json = JSON.parse(text);
    return undefined;
  } catch {
    return postgrestRefusals.invalidBody();
  }
}
