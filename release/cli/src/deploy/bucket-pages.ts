import { UserError } from '@site/release-core/user-error';

const HEAD = /^<!doctype html>\s*(?:<html(?:\s[^>]*)?>\s*)?<head>/i;
/** Browsers ignore it in a `<meta>` element and log an error. */
const HEADER_ONLY = /(?:^|;\s*)frame-ancestors [^;]*/;

interface PageOfBucket {
  readonly path: string;
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/**
 * A bucket cannot send a policy as a header. In the page, it applies only to what follows, so it comes first.
 * @throws UserError when the page does not start with its `<head>`
 */
export function withOwnPolicy({ path, html, contentSecurityPolicy }: PageOfBucket): string {
  const [head] = HEAD.exec(html) ?? [];
  if (head === undefined) {
    throw new UserError(`${path} does not begin with its <head>: a bucket could not send it with its policy.`);
  }
  const policy = contentSecurityPolicy.replace(HEADER_ONLY, '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `${head}<meta http-equiv="Content-Security-Policy" content="${policy}">${html.slice(head.length)}`;
}

/** A bucket cannot redirect. Search engines treat this page as a permanent redirect. */
export const pageThatRedirects = (target: string) =>
  `<!DOCTYPE html><html lang="fr"><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'">` +
  `<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${target}"><link rel="canonical" href="${target}">` +
  `<title>Cette page a changé d’adresse</title></head><body><a href="${target}">Voir la page</a></body></html>\n`;
