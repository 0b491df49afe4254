import { UserError } from '@site/release-core/user-error';
import { PROBLEMS, type Problem, type ProblemWord, RELEASE_INTERFACE } from '@site/release-core/wire/wire';
import { sanitizeForTerminal } from '@site/terminal/terminal-text';
import * as v from 'valibot';

const text = v.string();
const optionalText = v.optional(text);

// Unknown keys are accepted: a newer server may send more.
const problemSchema = v.looseObject({
  type: text,
  title: text,
  status: v.number(),
  detail: text,
  seq: v.optional(v.number()),
  change: v.optional(v.unknown()),
  pairs: v.optional(v.array(v.object({ shell: text, name: text, id: text }))),
  holds: v.optional(v.record(text, v.looseObject({ kind: text, why: text, who: text, at: text, seq: v.number() }))),
});

const changeSchema = v.looseObject({
  command: text,
  parts: v.array(v.looseObject({ name: text, from: optionalText, to: optionalText })),
  why: text,
  who: text,
  at: text,
});

/** The message is a sentence for the terminal. */
export class SiteProblem extends UserError {
  override readonly name = 'SiteProblem';

  constructor(
    readonly problem: Problem,
    readonly word: ProblemWord,
    message: string,
  ) {
    super(message);
  }
}

/** Returns null when the answer did not come from a release interface. */
export function readProblem(
  contentType: string,
  body: Buffer,
): { readonly problem: Problem; readonly word: ProblemWord } | null {
  if (!/^application\/problem\+json\b/i.test(contentType)) return null;
  const { success, output } = v.safeParse(problemSchema, parseJson(body));
  if (!success) return null;
  const word = PROBLEMS.find((one) => output.type === `${RELEASE_INTERFACE}/problems/${one}`);
  return word ? { problem: output as Problem, word } : null;
}

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Removes characters that could control the terminal, but keeps line breaks. */
export const printable = (lines: string) => lines.split('\n').map(sanitizeForTerminal).join('\n');

export function describeConflict({ seq, change, detail }: Problem): string {
  const { success, output } = v.safeParse(changeSchema, change);
  if (!success) return printable(detail);
  const { command, parts, who, at, why } = output;
  const changed = parts.map(({ name, from, to }) => `${name}: ${from ?? 'not active'} → ${to ?? 'not active'}`);
  const what = [command, changed.join(', ')].filter(Boolean).join(' ');
  const reason = why ? ` (${JSON.stringify(why)})` : '';
  return printable(
    `Another change was faster: ${seq}, ${what}, by ${who} at ${at}${reason}. Nothing was changed: look at what is active now, and repeat the command if it still applies.`,
  );
}
