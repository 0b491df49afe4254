import type { Host, HostLinkProps } from '@site/contract/host';
import { PATHS } from '@site/contract/routes';
import { exampleConsent } from './example-consent';
import { exampleSite } from './example-site';

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
