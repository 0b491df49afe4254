import { HeldError } from '@site/release-core/changes/holds';
import { UserError } from '@site/release-core/user-error';
import { PROBLEMS, type ProblemWord, RELEASE_INTERFACE } from '@site/release-core/wire/protocol';
import { sanitizeForTerminal } from '@site/terminal/output';
import * as v from 'valibot';

export interface SiteAnswer {
  readonly contentType: string;
  readonly body: Buffer;
}

export function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  { contentType, body }: SiteAnswer,
  origin: string,
): v.InferOutput<Schema> {
  const { success, output } = v.safeParse(jsonOf(schema), body.toString());
  if (success) return output;
  const form = /^application\/json\b/i.test(contentType) ? 'JSON of another form' : 'no JSON';
  throw otherForm(origin, undefined, form);
}

export const otherForm = (origin: string, cause?: unknown, form = 'JSON of another form') =>
  new UserError(`${origin} answered ${form}: a proxy may have answered, or the site runs another version.`, { cause });

const text = v.string();

// Unknown keys are accepted: a newer server may send more.
const problemSchema = v.looseObject({
  type: text,
  detail: text,
  holds: v.optional(v.record(text, v.looseObject({ kind: text, why: text, who: text, at: text, seq: v.number() }))),
});

export class SiteProblem extends UserError {
  override readonly name = 'SiteProblem';

  constructor(
    readonly word: ProblemWord,
    message: string,
  ) {
    super(message);
  }
}

const PREFIX = `${RELEASE_INTERFACE}/problems/`;

function readProblem({ contentType, body }: SiteAnswer) {
  if (!/^application\/problem\+json\b/i.test(contentType)) return null;
  const { success, output } = v.safeParse(jsonOf(problemSchema), body.toString());
  if (!success) return null;
  const word = output.type.startsWith(PREFIX) ? output.type.slice(PREFIX.length) : '';
  return Object.hasOwn(PROBLEMS, word) ? { ...output, word: word as ProblemWord } : null;
}

const jsonOf = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.string(), v.parseJson(), schema);

/** Removes characters that could control the terminal, but keeps line breaks. */
export const sanitizeLines = (lines: string) => lines.split('\n').map(sanitizeForTerminal).join('\n');

interface Refusal {
  readonly origin: string;
  readonly source: string;
  readonly isRepeatable: boolean;
}

export function describeRefusal(refused: Refusal, response: Response, answer: SiteAnswer): UserError {
  const { origin, source } = refused;
  const problem = readProblem(answer);
  if (!problem) return new UserError(describeForeign(refused, response));
  const { word, holds = {} } = problem;
  const detail = sanitizeLines(problem.detail);
  if (word === 'held') return new HeldError(detail, holds as HeldError['holds']);
  return new SiteProblem(word, word === 'unauthenticated' ? `${origin} does not accept ${source}: ${detail}` : detail);
}

export const remedyFor = (isRepeatable: boolean): string =>
  isRepeatable
    ? 'Give the same command again in a moment: it goes on where it stopped.'
    : 'Whether the change was made is not known: "npx pnpm release log --limit 1" shows the last one.';

function describeForeign({ origin, isRepeatable }: Refusal, { status, headers }: Response): string {
  if (status >= 500) return `${origin} cannot answer now (${status}). ${remedyFor(isRepeatable)}`;
  // It is not followed: the token would be sent along.
  const location = headers.get('location');
  const target = location ? ` (to ${sanitizeForTerminal(location)})` : '';
  return `${origin} answered ${status}${target}, and no release interface did: check the address. A site has one once it has a grant ("npx pnpm release grant" where it runs); a proxy before it may ask for a login.`;
}
