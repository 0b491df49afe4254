import type { ConsentChoice, ConsentStore, Host, HostLinkProps, Site } from '@site/contract/host';
import { PATHS } from '@site/contract/routes';
import { createStore } from './create-store';

function exampleConsent(): ConsentStore {
  const { get, set, subscribe } = createStore<ConsentChoice | null>(null);
  return { get, subscribe, choose: set };
}

/** Uses example addresses and a telephone number that is reserved for fiction. */
export const exampleSite: Site = {
  product: 'Atelier Relance',
  origin: 'https://atelier-relance.example',
  email: 'bonjour@atelier-relance.example',
  phone: '06 39 98 00 00',
  preRegistrationUrl: 'https://formulaire.example/pre-inscription',
  publisher: {
    name: 'Atelier Relance',
    legalForm: '',
    address: '',
    siren: '',
    registration: '',
    vat: '',
    publicationDirector: '',
  },
  hosting: { name: '', address: '', phone: '' },
  testimonials: [],
  training: {
    updatedOn: '2026-11-01',
    taxLine: '',
    accessTime: 'Une semaine',
    methods: 'Pas à pas, en partage d’écran',
    assessment: 'Un essai de chaque automatisation',
    disability: 'Parlons-en avant la session',
    bonuses: [
      'Modèles de messages',
      'Tableau de contacts',
      'Liste de contrôle',
      'Guide de dépannage',
      'Chatbot commenté',
    ],
  },
};

function PlainLink({ to, children, ...props }: HostLinkProps) {
  return (
    <a href={to} {...props}>
      {children}
    </a>
  );
}

/** Creates a host with an example site; pass `jest.fn()` for members that a test observes. */
export function fakeHost(overrides: Partial<Host> = {}): Host {
  return Object.freeze({
    site: exampleSite,
    paths: PATHS,
    Link: PlainLink,
    navigate: () => undefined,
    notify: () => () => undefined,
    consent: exampleConsent(),
    backend: { url: '', anonKey: 'example-key' },
    composedOn: '2026-11-20',
    ...overrides,
  });
}
