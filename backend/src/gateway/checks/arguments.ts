import type { Call } from '../call';
import { DEEPEST_ARGUMENTS } from '../calls';
import { postgrestRefusals } from '../postgrest-refusals';
import type { Refusal } from '../refusals';

/** Requires the arguments of a function to be one object. PostgREST refuses unknown arguments. */
export function checkArguments(call: Call): Refusal | undefined {
  if (call.resource?.kind !== 'function' || call.parameters) return undefined;
  const isNamed = typeof call.json === 'object' && call.json !== null && !Array.isArray(call.json);
  if (!isNamed) return postgrestRefusals.invalidBody('Send an object.');
  if (depthOf(call.json) > DEEPEST_ARGUMENTS)
    return postgrestRefusals.invalidBody('The arguments are nested too deeply.');
  call.sent.body = JSON.stringify(call.json);
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
