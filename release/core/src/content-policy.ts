import { createHash } from 'node:crypto';

/** For answers that are not pages: nothing in them may run, load or be framed. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A service worker only fetches from the site, and imports no script. */
export const WORKER_POLICY = `${CLOSED_POLICY}; connect-src 'self'`;

/** A file of a release that is opened by itself runs nothing, sends nothing, and has no origin. */
export const RELEASE_FILE_POLICY = `sandbox; form-action 'none'; base-uri 'none'; ${CLOSED_POLICY}`;

const PREVIEW_SANDBOX =
  'sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** Nobody has approved the code of a preview: without `allow-same-origin` it has an origin of its own. */
export const previewPolicy = (html: string, backendUrl: string, isPrivate = false) =>
  `${contentSecurityPolicy(html, backendUrl, isPrivate)}; ${PREVIEW_SANDBOX}`;

/**
 * In WebKit, `connect-src 'self'` matches nothing in a page without an origin, so the policy names the requested host.
 * @param host the request's header, which its sender may choose
 */
export const withHost = (policy: string, host = '') =>
  /^[\w.[\]:-]{1,255}$/.test(host)
    ? policy.replace("connect-src 'self'", `connect-src 'self' http://${host} https://${host}`)
    : policy;

/** A private page may not load `data:` images. Only it has a service worker. */
export function contentSecurityPolicy(html: string, backendUrl: string, isPrivate = false) {
  const hashes = (texts: readonly string[]) => [...new Set(texts)].map((text) => `'sha256-${sha256(text)}'`).join(' ');
  const backend = backendUrl ? ` ${new URL(backendUrl).origin}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(inlineScripts(html))}`,
    // Emotion creates an empty style sheet before it inserts rules.
    `style-src 'self' ${hashes(inlineStyles(html))} 'sha256-${sha256('')}'`,
    isPrivate ? "img-src 'self'" : "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${backend}`,
    isPrivate ? "worker-src 'self'" : "worker-src 'none'",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const inlineScripts = (html: string) => textsOf(html, '<script>', '</script>');
export const inlineStyles = (html: string) => textsOf(html, '<style', '</style>');

/** On a malicious page, the pattern `<script>([^]*?)</script>` would take minutes. */
function textsOf(html: string, start: string, closing: string): readonly string[] {
  const texts: string[] = [];
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at)) {
    const from = html.indexOf('>', at) + 1;
    const to = from > 0 ? html.indexOf(closing, from) : -1;
    if (to < 0) break;
    texts.push(html.slice(from, to));
    at = to + closing.length;
  }
  return texts;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
