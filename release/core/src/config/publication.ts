import type { Site } from '@site/contract/host';
import type { EditedFacts } from '@site/contract/page-data';
import { emptyByLocation, type PublicationGap, publicationGaps } from '@site/contract/publication-gaps';
import { FactsError } from './facts-error';
import { isPublicOrigin } from './public-origin';
import { readSiteConfig, type SiteConfig } from './site-config';

/** The facts that a public site lacks; empty for a site that strangers cannot reach. */
export const publicGaps = (site: Site): readonly PublicationGap[] =>
  isPublicOrigin(site.origin) ? publicationGaps(site) : [];

const linesOf = (gaps: readonly PublicationGap[]): readonly string[] =>
  gaps.map(
    ({ key, fact, example, location }) =>
      `  ${key} : ${fact}${example ? ` (« ${example} » est un exemple)` : ''} – ${location}`,
  );

/** One line for each place of the site, with the keys whose values it lacks; none for a complete file. */
export function listEmptyFacts(site: Site, file: string): readonly string[] {
  const places = [...emptyByLocation(site)];
  if (places.length === 0) return [];
  return [
    `Left empty in ${file}, and where each would show:`,
    ...places.map(([location, keys]) => `  ${location} : ${keys.join(', ')}`),
  ];
}

export function proposeOwner(owners: number, site: Site): string | null {
  const isExample = publicationGaps(site).some(({ key, example }) => key === 'email' && example !== null);
  return owners > 0 || isExample
    ? null
    : `Nobody can open the owner's space at /espace yet: add its owner with "npx pnpm site-owner add ${site.email}".`;
}

interface Published {
  readonly isDraft: boolean;
  readonly edited?: EditedFacts | undefined;
}

/** @throws FactsError that lists in French what a public site lacks, unless it is a draft */
export async function readPublishableConfig(file: string, { isDraft, edited }: Published): Promise<SiteConfig> {
  const config = await readSiteConfig(file, edited);
  const { site } = config;
  if (isDraft) return { ...config, site: { ...site, draft: true } };
  const gaps = publicGaps(site);
  if (gaps.length === 0) return config;
  throw new FactsError(
    [
      `Le site serait public (${site.origin}), et il manque à ${file} :`,
      ...linesOf(gaps),
      'Complétez ces clés, ou montrez un brouillon avec --draft.',
    ].join('\n'),
    gaps.map(({ key, example }) => ({ key, rule: example === null ? 'missing' : 'example' })),
  );
}
