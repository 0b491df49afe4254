import { sharing } from '../content/sharing';
import { clientBase, SHARE_PICTURE } from './root-files';

interface SharedPage {
  readonly site: { readonly product: string; readonly origin: string };
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly script: { readonly url: string };
}

export function sharingTags({ site, path, title, description, script }: SharedPage) {
  const tags = [
    property('og:type', 'website'),
    property('og:locale', 'fr_FR'),
    property('og:site_name', site.product),
    property('og:title', title),
    property('og:description', description),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
  if (!site.origin) return tags.join('\n');
  return [
    `<link rel="canonical" href="${escapeHtml(site.origin + path)}">`,
    ...tags,
    property('og:url', site.origin + path),
    property('og:image', site.origin + clientBase(script.url) + SHARE_PICTURE.file),
    property('og:image:width', String(SHARE_PICTURE.width)),
    property('og:image:height', String(SHARE_PICTURE.height)),
    property('og:image:alt', sharing.pictureAlt),
  ].join('\n');
}

const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`;

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
