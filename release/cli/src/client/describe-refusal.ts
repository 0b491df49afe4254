import { HeldError } from '@site/release-core/changes/holds';
import { UserError } from '@site/release-core/user-error';
import { sanitizeForTerminal } from '@site/terminal/terminal-text';
import { describeConflict, printable, readProblem, SiteProblem } from './site-problem';

interface Refused {
  readonly origin: string;
  readonly source: string;
  readonly isRepeatable: boolean;
}

interface Answer {
  readonly contentType: string;
  readonly body: Buffer;
}

export function describeRefusal(refused: Refused, response: Response, { contentType, body }: Answer): UserError {
  const { origin, source } = refused;
  const refusal = readProblem(contentType, body);
  if (!refusal) return new UserError(describeForeign(refused, response));
  const { problem, word } = refusal;
  if (word === 'held') return new HeldError(printable(problem.detail), problem.holds ?? {});
  return new SiteProblem(problem, word, sentenceOf(printable(problem.detail)));

  function sentenceOf(detail: string): string {
    if (word === 'conflict') return describeConflict(problem);
    if (word === 'unauthenticated') return `${origin} does not accept ${source}: ${detail}`;
    return detail;
  }
}

function describeForeign({ origin, isRepeatable }: Refused, { status, headers }: Response): string {
  const location = headers.get('location');
  if (status >= 300 && status < 400) {
    const target = location && URL.canParse(location, origin) ? new URL(location, origin).origin : 'another address';
    return `${origin} redirects to ${sanitizeForTerminal(target)}: a token is not sent along. Name the address that it leads to.`;
  }
  if (status === 404) {
    return `There is no release interface at ${origin}: check the address. A site has one once it has a grant ("npx pnpm release grant" where it runs).`;
  }
  if (status === 413)
    return `A proxy before ${origin} refuses contents of this size (413): let it pass bodies of 8 MB.`;
  if (status === 429) return `${origin} answers too many requests (429): try again in some minutes.`;
  if (status >= 500) {
    return isRepeatable
      ? `${origin} cannot answer now (${status}): give the same command again in a moment.`
      : `${origin} cannot answer now (${status}): look with "npx pnpm release log --limit 1" whether the change was made.`;
  }
  return `${origin} answered ${status} with a page that no release interface sends: a proxy before the site may ask for a login.`;
}
