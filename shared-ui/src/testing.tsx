import './testing/dialog-in-jsdom';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Host, HostLinkProps } from './host';
import { exampleConsent } from './testing/example-consent';
import { exampleSite } from './testing/example-site';
import { UiProvider } from './ui-provider';

export { exampleSite };

function PlainLink({ to, children, ...props }: HostLinkProps) {
  return (
    <a href={to} {...props}>
      {children}
    </a>
  );
}

/** A host around a believable site; pass `jest.fn()` for what the test watches. */
export function fakeHost(overrides: Partial<Host> = {}): Host {
  return Object.freeze({
    site: exampleSite,
    paths: {
      home: '/',
      booking: '/booking',
      contact: '/contact',
      funding: '/agefice',
      legalNotice: '/mentions-legales',
      cookiePolicy: '/politique-de-cookies',
    },
    Link: PlainLink,
    navigate: () => undefined,
    notify: () => undefined,
    consent: exampleConsent(),
    backend: { url: '', anonKey: 'example-key' },
    composedOn: '2026-11-20',
    ...overrides,
  });
}

/** Renders inside the design system, as the shell does. */
export function renderInHost(ui: ReactNode) {
  return render(ui, { wrapper: UiProvider });
}
