import { NoticeList, UiProvider } from '@site/shared-ui';
import type { ConsentChoice, Host, HostLinkProps, Notice, PageModule, Paths } from '@site/shared-ui/host';
import { useSyncExternalStore } from 'react';
import { contract } from 'this-remote/contract';
import { listStore, valueStore } from './stores';

const pages = import.meta.webpackContext('this-remote/src', { recursive: false, regExp: /-page\.tsx$/ });

const notices = listStore<Notice>();
const consent = valueStore<ConsentChoice>();

const Link = ({ to, ...anchor }: HostLinkProps) => <a href={to} {...anchor} />;

/** A bare host: real enough to try a remote's pages, without a router, a backend or other remotes. */
const host: Host = Object.freeze({
  site: {
    product: 'Page seule',
    origin: '',
    email: 'contact@example.com',
    phone: '06 39 98 00 00',
    preRegistrationUrl: '',
    publisher: { name: '', legalForm: '', address: '', siren: '', registration: '', vat: '', publicationDirector: '' },
    hosting: { name: '', address: '', phone: '' },
    testimonials: [],
    training: {
      updatedOn: '',
      taxLine: '',
      accessTime: '',
      methods: '',
      assessment: '',
      disability: '',
      bonuses: [],
    },
  },
  paths: {
    home: '/',
    booking: '/booking',
    contact: '/contact',
    funding: '/agefice',
    legalNotice: '/mentions-legales',
    cookiePolicy: '/politique-de-cookies',
    accessibility: '/accessibilite',
  } satisfies Paths,
  Link,
  navigate: (to: string) => window.location.assign(to),
  notify: notices.add,
  consent: { ...consent, choose: consent.set },
  backend: { url: '', anonKey: '' },
  composedOn: new Date().toISOString().slice(0, 10),
});

const route = contract.routes.find(({ path }) => path === window.location.pathname);

export function AlonePage() {
  const shown = useSyncExternalStore(notices.subscribe, notices.get);
  if (!route) return <RouteList />;
  const { Page } = pages(`./${route.module}.tsx`) as PageModule;
  return (
    <UiProvider>
      <main>
        <Page host={host} />
      </main>
      <NoticeList notices={shown} onClose={notices.remove} />
    </UiProvider>
  );
}

function RouteList() {
  return (
    <ul>
      {contract.routes.map(({ path, title }) => (
        <li key={path}>
          <a href={path}>{title}</a>
        </li>
      ))}
    </ul>
  );
}
