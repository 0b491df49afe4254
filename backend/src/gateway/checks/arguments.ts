import type { Call } from '../call';
import { DEEPEST_ARGUMENTS } from '../calls';
import { postgrestRefusals } from '../postgrest-refusals';
import type { Refusal } from '../refusals';

/** Arguments of a function: one object by name. Which of them exist, PostgREST knows. */
export function checkArguments(call: Call): Refusal | undefined {
  if (call.resource?.kind !== 'function' || call.parameters) return undefined;
  const isNamed = typeof call.json === 'object' && call.json !== null && !Array.isArray(call.json);
  if (!isNamed) return postgrestRefusals.invalidBody('Send an object.');
  if (depthOf(call.json) > DEEPEST_ARGUMENTS)
    return postgrestRefusals.invalidBody('The arguments are nested too deeply.');
  call.sent.body = JSON.stringify(call.json);
  return undefined;
}

// A body of 64 kB nests so deeply that a function which calls itself would run out of stack.
function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value]; level.length > 0 && depth <= DEEPEST_ARGUMENTS; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return depth;
}
