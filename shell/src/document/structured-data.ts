import type { Site, StructuredData } from '@site/contract/host';
import { jsonForHtml } from '@site/contract/page-data';
import { toTelHref } from '@site/shared-ui';
import { clientBase, TOUCH_ICON } from './root-files';

interface DescribedPage {
  readonly site: Site;
  readonly script: { readonly url: string };
  readonly structuredData?: StructuredData | undefined;
}

export function structuredDataTag({ site, script, structuredData }: DescribedPage) {
  const graph = [organization(site, script.url), webSite(site), ...(structuredData ? [structuredData] : [])];
  return `<script type="application/ld+json">${jsonForHtml({ '@context': 'https://schema.org', '@graph': graph })}</script>`;
}

const organization = (site: Site, scriptUrl: string): StructuredData => ({
  '@type': 'Organization',
  name: site.publisher.name || site.product,
  email: site.email,
  ...(site.phone && { telephone: toTelHref(site.phone).replace('tel:', '') }),
  ...(site.origin && { url: `${site.origin}/`, logo: site.origin + clientBase(scriptUrl) + TOUCH_ICON }),
});

const webSite = (site: Site): StructuredData => ({
  '@type': 'WebSite',
  name: site.product,
  inLanguage: 'fr',
  ...(site.origin && { url: `${site.origin}/` }),
});
