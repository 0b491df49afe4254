import { STATUS_CODES } from 'node:http';
import { UserError } from '@site/release-core/user-error';
import { PROBLEMS, type Problem, type ProblemWord, RELEASE_INTERFACE } from '@site/release-core/wire/protocol';
import * as v from 'valibot';

type More = Pick<Problem, 'seq' | 'change' | 'pairs' | 'journeys' | 'holds' | 'facts'> & {
  /** Seconds. */
  readonly retryAfter?: number;
  readonly allow?: string;
};

/** An error response. Its message is one sentence that names the remedy. */
export class ProblemError extends UserError {
  override readonly name = 'ProblemError';

  constructor(
    readonly word: ProblemWord,
    detail: string,
    readonly more: More = {},
  ) {
    super(detail);
  }

  get status(): number {
    return PROBLEMS[this.word];
  }

  get document(): Problem {
    const { retryAfter, allow, ...members } = this.more;
    const { status, word } = this;
    const title = STATUS_CODES[status] ?? '';
    return { type: `${RELEASE_INTERFACE}/problems/${word}`, title, status, detail: this.message, ...members };
  }
}

export function readShape<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): Value {
  const { issues, output, success } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [issue] = issues;
  const key = v.getDotPath(issue)?.slice(0, 200);
  throw new ProblemError('malformed', key ? `The key "${key}" ${describe(issue)}.` : 'The body has another form.');
}

function describe({ type, received, message }: v.BaseIssue<unknown>): string {
  if (type === 'strict_object') return 'is not known here: update the site first';
  if (received === 'undefined') return 'is missing';
  return type === 'check' ? message : 'has another form';
}
