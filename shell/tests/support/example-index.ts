import type { ActiveRelease, LoadableRelease, ReleaseIndex } from '@site/contract/release-index';
import { PATHS, type RemoteRoute, ROUTE_NAMES, type RouteName } from '@site/contract/routes';

const route = (name: RouteName, title: string): RemoteRoute => ({
  name,
  path: PATHS[name],
  module: `${name}-page`,
  title,
  description: `À propos : ${title}`,
});

export const release = (name: string, ...routes: readonly RemoteRoute[]): ActiveRelease => ({
  id: '1.0.0-0123456789',
  container: `${name}_0123456789`,
  entry: `/r/${name}/1.0.0-0123456789/remoteEntry.js`,
  integrity: `sha384-${name}`,
  routes,
});

const contactRelease = release('contact', route('contact', 'Contactez-nous'));

export const indexWithContact = (changes: Partial<ActiveRelease>): ReleaseIndex => ({
  ...exampleIndex,
  remotes: { ...exampleIndex.remotes, contact: { ...contactRelease, ...changes } },
});

/** Another release of contact. The title of its route contains the id. */
export const otherContactRelease = (id: string): LoadableRelease => ({
  ...contactRelease,
  id,
  container: `contact_${id.replace(/^.*-/, '')}`,
  entry: `/r/contact/${id}/remoteEntry.js`,
  routes: [route('contact', `Contactez-nous, ${id}`)],
});

const LEGAL_TITLES: Partial<Record<RouteName, string>> = {
  funding: 'Demande de prise en charge',
  legalNotice: 'Mentions légales',
  cookiePolicy: 'Politique de cookies',
  accessibility: 'Accessibilité',
};

const isLegal = (name: RouteName) => !['home', 'booking', 'contact'].includes(name);

export const exampleIndex: ReleaseIndex = {
  seq: 7,
  shell: { id: '1.0.0-aaaaaaaaaa' },
  remotes: {
    landing: release('landing', route('home', 'Formation en un jour')),
    booking: release('booking', route('booking', 'Réserver vos sessions')),
    contact: contactRelease,
    legal: release('legal', ...ROUTE_NAMES.filter(isLegal).map((name) => route(name, LEGAL_TITLES[name] ?? name))),
  },
};
