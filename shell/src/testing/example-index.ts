import type { ActiveRelease, LoadableRelease, ReleaseIndex, RemoteRoute, RouteName } from '@site/shared-ui/host';

const route = (name: RouteName, path: string, title: string): RemoteRoute => ({
  name,
  path,
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

const contactRelease = release('contact', route('contact', '/contact', 'Contactez-nous'));

/** The example index with changes to its contact release. */
export const indexWithContact = (changes: Partial<ActiveRelease>): ReleaseIndex => ({
  ...exampleIndex,
  remotes: { ...exampleIndex.remotes, contact: { ...contactRelease, ...changes } },
});

/** A release of contact beside the active one, which says so in the route's title. */
export const contactBeside = (id: string): LoadableRelease => ({
  ...contactRelease,
  id,
  container: `contact_${id.replace(/^.*-/, '')}`,
  entry: `/r/contact/${id}/remoteEntry.js`,
  routes: [route('contact', '/contact', `Contactez-nous, ${id}`)],
});

/** Four remotes and all the pages of the site. */
export const exampleIndex: ReleaseIndex = {
  seq: 7,
  shell: { id: '1.0.0-aaaaaaaaaa' },
  remotes: {
    landing: release('landing', route('home', '/', 'Formation en un jour')),
    booking: release('booking', route('booking', '/booking', 'Réserver vos sessions')),
    contact: contactRelease,
    legal: release(
      'legal',
      route('funding', '/agefice', 'Demande de prise en charge'),
      route('legalNotice', '/mentions-legales', 'Mentions légales'),
      route('cookiePolicy', '/politique-de-cookies', 'Politique de cookies'),
      route('accessibility', '/accessibilite', 'Accessibilité'),
    ),
  },
};
