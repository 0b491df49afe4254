import type { Site } from './host.ts';
import { vatMentionOf } from './owner-facts.ts';

/** Facts that a public site must state, by their keys in `site.json`, and where visitors read them. */
const REQUIRED: Readonly<Record<string, readonly [fact: string, location: string]>> = {
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

/** Where visitors read the other facts. A key that pages leave out when it is empty has no place. */
const OPTIONAL_PLACES: readonly (readonly [key: RegExp, location: string])[] = [
  [/^origin$/, 'partage des pages, e-mails, agenda'],
  [/^product$/, 'en-tête, titres des pages'],
  [/^training\./, 'accueil, « Fiche de la formation »'],
];
const ELSEWHERE = 'pages qui les montrent';

/** Reserved host names that reach nobody (RFC 2606, RFC 6761). */
const EXAMPLE_HOST = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/i;
/** French telephone numbers that are reserved for fiction. */
const FICTIONAL_PHONE = /^(?:(?:00)?330?|0)(?:19900|26191|35301|46571|53649|63998)\d{4}$/;

/** A missing or fictional fact that prevents a site from being public. */
export interface PublicationGap {
  /** Path of the key in `site.json`, such as `publisher.name`. */
  readonly key: string;
  /** French, a part of a sentence. */
  readonly fact: string;
  /** The current value if it is an example that reaches nobody; null if there is no value. */
  readonly example: string | null;
  /** Where visitors read it, in French. */
  readonly location: string;
}

/**
 * Lists the facts that prevent a site from being public; empty for a complete site. Publishing refuses them, and the
 * owner's space shows them in the browser: neither may import the other.
 */
export function publicationGaps(site: Site): readonly PublicationGap[] {
  const empty = new Set(emptyFields(site));
  // Without the form, the guide offers a message. An example would lead nowhere.
  empty.delete('preRegistrationUrl');
  if (vatMentionOf(site)) empty.delete('publisher.vat');
  const examples = new Map(exampleFields(site));
  if (site.testimonials.length > 0 && !site.testimonialsCollection) empty.add('testimonialsCollection');
  return Object.entries(REQUIRED)
    .filter(([key]) => empty.has(key) || examples.has(key))
    .map(([key, [fact, location]]) => ({ key, fact, location, example: examples.get(key) ?? null }));
}

/** Keys of `site.json` without a value, by where each would show, in French. */
export function emptyByLocation(site: Site): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const key of emptyFields(site)) {
    const optional = OPTIONAL_PLACES.find(([pattern]) => pattern.test(key))?.[1] ?? ELSEWHERE;
    const place = REQUIRED[key]?.[1] ?? optional;
    places.set(place, [...(places.get(place) ?? []), key]);
  }
  return places;
}

function exampleFields({ email, phone, preRegistrationUrl }: Site): [key: string, value: string][] {
  const [, host = ''] = /^https?:\/\/([^/?#:]+)/i.exec(preRegistrationUrl) ?? [];
  const fields: [string, string, boolean][] = [
    ['email', email, EXAMPLE_HOST.test(email.split('@')[1] ?? '')],
    ['phone', phone, FICTIONAL_PHONE.test(phone.replace(/\D/g, ''))],
    ['preRegistrationUrl', preRegistrationUrl, EXAMPLE_HOST.test(host)],
  ];
  return fields.filter(([, , isExample]) => isExample).map(([key, value]) => [key, value]);
}

/** Dotted paths of the empty strings in a value; arrays are not searched. */
function emptyFields(value: unknown, path = ''): readonly string[] {
  if (value === '') return [path];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => emptyFields(inner, path ? `${path}.${key}` : key));
}
