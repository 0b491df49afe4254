import { createHash } from 'node:crypto';

/** A page that cannot be served as it was rendered, or not be rendered. */
export class ComposeError extends Error {
  override readonly name = 'ComposeError';

  constructor(
    readonly path: string,
    /** Completes "the page …". */
    readonly fault: string,
    options?: ErrorOptions,
  ) {
    super(`${path} ${fault}.`, options);
  }
}

/** Forbidden in composed pages: the policy would refuse it, or the page would stay blank. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/<div hidden[^>]* id="S:/, 'a part that only a script would reveal'],
  [/<!--\$\?-->/, 'a part that was not waited for'],
  [/<!--\$!-->/, 'a part that failed to render'],
  [/\sstyle="/, 'a style attribute, which the Content-Security-Policy refuses'],
];

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** @throws ComposeError that names the page and its fault */
export function checkPage(path: string, html: string) {
  for (const [pattern, what] of FORBIDDEN) {
    if (pattern.test(html)) throw new ComposeError(path, `holds ${what}`);
  }
  const scripts = [...html.matchAll(INLINE_SCRIPT)].length;
  if (scripts !== 1)
    throw new ComposeError(path, `holds ${scripts} inline scripts: only the shell's bootstrap is allowed`);
}

/** For every answer that is not a page: nothing in it may run, load or be framed. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The page's own policy: its one inline script and its inline styles by hash. */
export function contentSecurityPolicy(html: string, backendUrl: string) {
  const hashes = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => `'sha256-${sha256(text)}'`);
  const backend = backendUrl ? ` ${new URL(backendUrl).origin}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(INLINE_SCRIPT).join(' ')}`,
    // The last hash is that of the empty string: Emotion makes an empty sheet before it inserts rules.
    `style-src 'self' ${[...new Set(hashes(INLINE_STYLE))].join(' ')} 'sha256-${sha256('')}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${backend}`,
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
