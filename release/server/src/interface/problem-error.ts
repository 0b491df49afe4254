import { UserError } from '@site/release-core/user-error';
import { type Problem, type ProblemWord, RELEASE_INTERFACE } from '@site/release-core/wire/protocol';
import * as v from 'valibot';

interface Kind {
  readonly status: number;
  readonly title: string;
}

export const PROBLEM_KINDS: Readonly<Record<ProblemWord, Kind>> = {
  unauthenticated: { status: 401, title: 'The token is missing or not accepted.' },
  forbidden: { status: 403, title: 'The grant does not cover this.' },
  'not-found': { status: 404, title: 'There is nothing here.' },
  'method-not-allowed': { status: 405, title: 'This address has no such method.' },
  malformed: { status: 400, title: 'The request cannot be read.' },
  'wrong-type': { status: 415, title: 'The body has another content type.' },
  conflict: { status: 409, title: 'Another change was faster.' },
  'not-checked': { status: 412, title: 'No check in a browser covers these releases.' },
  held: { status: 423, title: 'A part is held.' },
  refused: { status: 422, title: 'The command was refused.' },
  'too-large': { status: 413, title: 'The body is too large.' },
  'wrong-content': { status: 422, title: 'The content is not the announced one.' },
  'too-many': { status: 429, title: 'Too many requests.' },
  'too-slow': { status: 408, title: 'The body did not arrive in time.' },
  'no-room': { status: 507, title: 'There is no room for this.' },
  failed: { status: 500, title: 'Something went wrong.' },
  unavailable: { status: 503, title: 'This cannot be answered now.' },
};

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
    return PROBLEM_KINDS[this.word].status;
  }

  get document(): Problem {
    const { retryAfter, allow, ...members } = this.more;
    const { status, title } = PROBLEM_KINDS[this.word];
    return { type: `${RELEASE_INTERFACE}/problems/${this.word}`, title, status, detail: this.message, ...members };
  }
}

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
