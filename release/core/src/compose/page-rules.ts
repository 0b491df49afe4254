import { INDEX_ELEMENT_ID, jsonTextOf } from '@site/contract/page-data';
import { inlineScripts, inlineStyles } from '../content-policy';
import { UserError } from '../user-error';

interface PageOf {
  readonly path: string;
  readonly of: string;
}

export class ComposeError extends UserError {
  override readonly name = 'ComposeError';

  /** @param fault completes the sentence "/path of name@id …" */
  constructor({ path, of }: PageOf, fault: string) {
    super(`${path} of ${of} ${fault}.`);
  }
}

/** Emotion writes four. Each adds a hash to the header with the page's policy. */
const STYLES_AT_MOST = 40;

/** The page would stay blank, or the policy would block it. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/<!--\$\?-->/, 'a pending Suspense boundary'],
  [/<!--\$!-->/, 'a Suspense boundary that failed to render'],
  [/\sstyle="/, 'a style attribute, which the Content-Security-Policy refuses'],
];

/** @throws ComposeError */
export function checkPage(page: PageOf, html: string) {
  const refuse = (fault: string): never => {
    throw new ComposeError(page, `holds ${fault}`);
  };
  if (tagsOf(html, '<div hidden').some((tag) => tag.includes(' id="S:')))
    refuse('a streamed segment that only a script reveals');
  for (const [pattern, what] of FORBIDDEN) {
    if (pattern.test(html)) refuse(what);
  }
  const scripts = inlineScripts(html).length;
  if (scripts !== 1) refuse(`${scripts} inline scripts: only the shell's bootstrap is allowed`);
  const styles = inlineStyles(html).length;
  if (styles > STYLES_AT_MOST) refuse(`${styles} style elements, and at most ${STYLES_AT_MOST} are allowed`);
  const indexes = [...html.matchAll(new RegExp(jsonTextOf(INDEX_ELEMENT_ID), 'g'))].length;
  if (indexes !== 1) refuse(`${indexes} release indexes: the shell writes one`);
}

function tagsOf(html: string, start: string): readonly string[] {
  const tags: string[] = [];
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at)) {
    const end = html.indexOf('>', at);
    if (end < 0) break;
    tags.push(html.slice(at, end));
    at = end;
  }
  return tags;
}
