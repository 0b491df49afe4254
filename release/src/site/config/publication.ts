import type { Site } from '@site/contract/host';
import { UserError } from '../../user-error';
import { isPublicOrigin } from '../public-origin';
import { emptyFields, readSiteConfig, type SiteConfig } from './site-config';

/** What a public site must say, by its key in `site.json`: the fact, and where visitors read it. */
const REQUIRED: Readonly<Record<string, readonly [fact: string, shownAt: string]>> = {
  email: ['votre adresse e-mail', 'formulaires, guide de financement, mentions légales'],
  phone: ['votre numéro de téléphone', 'formulaires, guide de financement, mentions légales'],
  preRegistrationUrl: ['l’adresse du formulaire de pré-inscription', 'guide de financement, étape 1'],
  'publisher.name': ['le nom de l’éditeur', 'mentions légales, « Éditeur » ; note sous les formulaires'],
  'publisher.legalForm': ['sa forme juridique', 'mentions légales, « Éditeur »'],
  'publisher.address': ['son adresse', 'mentions légales, « Éditeur »'],
  'publisher.siren': ['son numéro SIREN', 'mentions légales, « Éditeur »'],
  'publisher.registration': ['son immatriculation', 'mentions légales, « Éditeur »'],
  'publisher.vat': ['son numéro de TVA, ou la mention d’exonération', 'mentions légales, « Éditeur »'],
  'publisher.publicationDirector': ['le directeur de la publication', 'mentions légales, « Éditeur »'],
  'hosting.name': ['le nom de l’hébergeur', 'mentions légales, « Hébergement »'],
  'hosting.address': ['son adresse', 'mentions légales, « Hébergement »'],
  'hosting.phone': ['son numéro de téléphone', 'mentions légales, « Hébergement »'],
  testimonialsCollection: ['comment les témoignages sont recueillis et contrôlés', 'accueil, « Témoignages »'],
};

/** Names that reach nobody (RFC 2606, RFC 6761). */
const EXAMPLE_HOST = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/i;
/** French numbers that are kept for fiction. */
const FICTIONAL_PHONE = /^(?:\+33|0)(?:19900|26191|35301|46571|53649|63998)\d{4}$/;

/** One line in French for each fact that keeps a site from being public; none for a complete site. */
function publicationGaps(site: Site): readonly string[] {
  const empty = new Set(emptyFields(site));
  const examples = new Map(exampleFields(site));
  if (site.testimonials.length > 0 && !site.testimonialsCollection) empty.add('testimonialsCollection');
  return Object.entries(REQUIRED)
    .filter(([key]) => empty.has(key) || examples.has(key))
    .map(([key, [fact, shownAt]]) => {
      const example = examples.get(key);
      return `  ${key} : ${fact}${example ? ` (« ${example} » est un exemple)` : ''} – ${shownAt}`;
    });
}

function exampleFields({ email, phone, preRegistrationUrl }: Site): [key: string, value: string][] {
  const host = URL.canParse(preRegistrationUrl) ? new URL(preRegistrationUrl).hostname : '';
  const fields: [string, string, boolean][] = [
    ['email', email, EXAMPLE_HOST.test(email.split('@')[1] ?? '')],
    ['phone', phone, FICTIONAL_PHONE.test(phone.replace('(0)', '').replace(/[^\d+]/g, ''))],
    ['preRegistrationUrl', preRegistrationUrl, EXAMPLE_HOST.test(host)],
  ];
  return fields.filter(([, , isExample]) => isExample).map(([key, value]) => [key, value]);
}

/** A sentence for whoever starts a site that has no owner yet; null while its e-mail is an example. */
export function proposeOwner(owners: number, site: Site): string | null {
  const isExample = exampleFields(site).some(([key]) => key === 'email');
  return owners > 0 || isExample
    ? null
    : `Nobody can open the owner's space at /espace yet: add its owner with "npx pnpm owner add ${site.email}".`;
}

/**
 * Reads `site.json` for pages that strangers will see.
 * @throws UserError with the list, in the owner's language, of what a public site lacks and no draft needs
 */
export async function readPublishableConfig(file: string, isDraft: boolean): Promise<SiteConfig> {
  const config = await readSiteConfig(file);
  const { site } = config;
  if (isDraft) return { ...config, site: { ...site, draft: true } };
  const gaps = isPublicOrigin(site.origin) ? publicationGaps(site) : [];
  if (gaps.length === 0) return config;
  throw new UserError(
    [
      `Le site serait public (${site.origin}), et il manque à ${file} :`,
      ...gaps,
      'Complétez ces clés, ou montrez un brouillon avec --draft.',
    ].join('\n'),
  );
}
