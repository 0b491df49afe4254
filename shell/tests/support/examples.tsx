import type { HostedPage, PageModule } from '@site/contract/host';
import { INDEX_ELEMENT_ID, SITE_ELEMENT_ID } from '@site/contract/page-data';
import type { ActiveRelease, LoadableRelease, ReleaseIndex } from '@site/contract/release-index';
import { PATHS, type RemoteRoute, ROUTE_NAMES, type RouteName } from '@site/contract/routes';
import { PageHeader, Section, useHydrated } from '@site/shared-ui';
import { exampleSite } from '@site/shared-ui/testing';
import { act } from '@testing-library/react';
import { useId, useState } from 'react';
import type { LoadPage } from '../../src/federation/fallback-chain';
import { type FaultCode, RemoteLoadError } from '../../src/federation/fault';

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

/** An example of a remote's page: a title, a link within the page, a form that works once hydrated. */
export function examplePage({ title, path }: RemoteRoute): PageModule {
  const Page: HostedPage = ({ host: { Link, notify } }) => {
    const isHydrated = useHydrated();
    const [name, setName] = useState('');
    const id = useId();
    return (
      <>
        <PageHeader title={title} />
        <Link to={`${path}#cta`}>Aller au bas de la page</Link>
        <form aria-label="Demande" onSubmit={(event) => event.preventDefault()}>
          <label htmlFor={id}>Nom</label>
          <input id={id} value={name} onChange={(event) => setName(event.target.value)} />
          <button
            type="submit"
            disabled={!isHydrated}
            onClick={() => notify({ title: `Merci ${name}`, tone: 'success' })}
          >
            Envoyer
          </button>
        </form>
        <Section id="cta">Réservez votre journée</Section>
      </>
    );
  };
  return { Page };
}

interface PendingLoad {
  readonly release: LoadableRelease;
  readonly route: RemoteRoute;
  readonly resolve: (module: PageModule) => void;
  readonly reject: (error: Error) => void;
}

/** Loads of which the test settles the latest. */
export function createControlledRemote() {
  const pendingLoads: PendingLoad[] = [];
  const latest = () => {
    const pending = pendingLoads.at(-1);
    if (!pending) throw new Error('No page was requested.');
    return pending;
  };
  const load: LoadPage = (release, route) =>
    new Promise((resolve, reject) => {
      pendingLoads.push({ release, route, resolve, reject });
    });
  return {
    load,
    requestedReleases: () => pendingLoads.map(({ release }) => release.id),
    resolve: (module?: PageModule) => act(async () => latest().resolve(module ?? examplePage(latest().route))),
    /** The default code is not retried. */
    reject: (code: FaultCode = 'timeout') =>
      act(async () => latest().reject(new RemoteLoadError('It did not load.', { phase: 'entry', code }))),
  };
}

/** Adds the data of a composed page to the document. */
export function addPageData(index: object = exampleIndex): void {
  addJson(SITE_ELEMENT_ID, { site: exampleSite, backend: { url: '', anonKey: 'example-key' } });
  addJson(INDEX_ELEMENT_ID, index);
}

function addJson(id: string, value: unknown) {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = id;
  script.textContent = JSON.stringify(value);
  document.head.append(script);
}
