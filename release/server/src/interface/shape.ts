import * as v from 'valibot';
import { ProblemError } from './problem-error';

/** @throws ProblemError that names the first invalid key */
export function readShape<Value>(schema: v.GenericSchema, value: unknown): Value {
  const { issues, output, success } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output as Value;
  const [issue] = issues;
  const key = v.getDotPath(issue)?.slice(0, 200);
  throw new ProblemError('malformed', key ? `The key "${key}" ${describe(issue)}.` : 'The body has another form.');
}

function describe({ type, received, message }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object') return 'is not known here: update the site first';
  if (received === 'undefined') return 'is missing';
  return type === 'check' ? message : 'has another form';
}
