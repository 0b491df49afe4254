import type { ConsentChoice, ConsentStore, Host, HostLinkProps, Site } from '@site/contract/host';
import { PATHS } from '@site/contract/routes';
import { type RenderResult, render } from '@testing-library/react';
import { axe, toHaveNoViolations } from 'jest-axe';
import type { ReactNode } from 'react';
import { UiProvider } from './ui-provider';

function exampleConsent(): ConsentStore {
  let choice: ConsentChoice | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => choice,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    choose: (next) => {
      choice = next;
      for (const listener of listeners) listener();
    },
  };
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

// jsdom lacks the dialog element's methods. Only open, close and Escape are added; end-to-end tests cover the focus trap.
if (typeof HTMLDialogElement !== 'undefined' && !HTMLDialogElement.prototype.showModal) {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '');
    this.addEventListener('keydown', closeOnEscape);
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute('open');
    this.removeEventListener('keydown', closeOnEscape);
    this.dispatchEvent(new Event('close'));
  };
}

function closeOnEscape(this: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key === 'Escape') this.close();
}

expect.extend(toHaveNoViolations);

export async function expectAccessible(element: Element = document.body): Promise<void> {
  expect(await axe(element)).toHaveNoViolations();
}

/** Resolves after 20 ms, like an answer from the network. */
export const soon = <Answer,>(answer: Answer) =>
  new Promise<Answer>((resolve) => setTimeout(() => resolve(answer), 20));

export function renderInHost(ui: ReactNode): RenderResult {
  return render(ui, { wrapper: UiProvider });
}
