import type { PreviewState, ReleaseIndex } from '@site/contract/release-index';
import { renderInHost } from '@site/shared-ui/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { exampleIndex, otherContactRelease } from '../../tests/support/examples';
import { openComposedSite } from '../../tests/support/site';
import { preview as words } from '../content/preview';
import { type PreviewWindow, requestedPreview } from '../document/page-data';
import { openPreview } from './open-preview';

const RELEASE = 'contact@1.1.0-ab12cd';

let closed: AbortController;

/** A tab at an address. `assign` is recorded: jsdom loads no pages. */
function tabAt(path: string) {
  const { href, pathname, search, hash, origin } = new URL(path, 'http://localhost');
  const assign = jest.fn();
  const location = { href, pathname, search, hash, origin, assign } as unknown as Location;
  const pushState = jest.fn();
  const history = { pushState, replaceState: jest.fn() } as unknown as History;
  const addEventListener = (name: string, listener: EventListener) =>
    window.addEventListener(name, listener, { signal: closed.signal });
  const page = { document, location, history, addEventListener } as PreviewWindow;
  return { page, location, assign, pushState };
}

/** @param preview as the server's index has it; null for a host that composes none */
function openIn(page: PreviewWindow, preview: PreviewState | null, rest: Partial<ReleaseIndex> = {}) {
  const index: ReleaseIndex = { ...exampleIndex, ...rest, ...(preview && { preview }) };
  return openPreview({ requested: requestedPreview(page) ?? '', index, page });
}

function open(path: string, preview: PreviewState | null = { requested: RELEASE }) {
  const tab = tabAt(path);
  const opened = openIn(tab.page, preview);
  renderInHost(opened.badge);
  return { user: userEvent.setup(), tab, opened };
}

const badge = () => within(screen.getByRole('region', { name: words.label }));
const robots = () => document.head.querySelector('meta[name="robots"]');

beforeEach(() => {
  closed = new AbortController();
});

afterEach(() => {
  closed.abort();
  for (const meta of document.head.querySelectorAll('meta[name="robots"]')) meta.remove();
});

test('previewed releases are named, with what its page cannot keep, and hidden from search engines', () => {
  const requested = `shell@2.0.0-ef34,${RELEASE}`;
  open(`/contact?release=${requested}`, { requested });
  expect(badge().getByRole('status')).toHaveTextContent('Aperçu : shell 2.0.0-ef34, contact 1.1.0-ab12cd');
  expect(badge().getByRole('status')).toHaveTextContent('isolé du site');
  expect(badge().getByRole('status')).not.toHaveTextContent(words.noSignIn.slice(0, 20));
  expect(robots()).toHaveAttribute('content', 'noindex');
});

test('the badge of a private part says that nobody can sign in there', () => {
  const { page } = tabAt(`/espace?release=${RELEASE}`);
  renderInHost(openIn(page, { requested: RELEASE }, { private: { paths: {} } }).badge);
  expect(badge().getByRole('status')).toHaveTextContent('Vous ne pouvez pas vous y connecter');
});

test('the address of each page that the router adds to the history gets the preview', () => {
  const { page, pushState } = tabAt(`/contact?release=${RELEASE}`);
  openIn(page, { requested: RELEASE });
  page.history.pushState({ idx: 1 }, '', '/booking?utm=x');
  expect(pushState).toHaveBeenLastCalledWith({ idx: 1 }, '', '/booking?utm=x&release=contact%401.1.0-ab12cd');
  page.history.pushState({ idx: 2 }, '');
  expect(pushState).toHaveBeenLastCalledWith({ idx: 2 }, '', undefined);
});

test('a browser that keeps the address of a page without an origin loads the next page, with the preview', () => {
  const { page, pushState, assign } = tabAt(`/contact?release=${RELEASE}`);
  pushState.mockImplementation(() => {
    throw new DOMException('Paths and fragments must match for a sandboxed document.', 'SecurityError');
  });
  openIn(page, { requested: RELEASE });
  page.history.pushState({ idx: 1 }, '', '/booking#aide');
  expect(assign).toHaveBeenCalledWith('/booking?release=contact%401.1.0-ab12cd#aide');
});

test('a link that the browser would follow itself keeps the preview; links elsewhere are left alone', () => {
  const { page, assign } = tabAt(`/contact?release=${RELEASE}`);
  openIn(page, { requested: RELEASE });
  const click = (attributes: Partial<HTMLAnchorElement>) => {
    const link = Object.assign(document.createElement('a'), attributes);
    document.body.append(link);
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    // jsdom would report that it cannot navigate.
    window.addEventListener('click', (late) => late.preventDefault(), { once: true });
    link.dispatchEvent(event);
    link.remove();
  };
  click({ href: 'http://localhost/agefice?de=lettre#aide' });
  expect(assign.mock.calls).toEqual([['/agefice?de=lettre&release=contact%401.1.0-ab12cd#aide']]);
  click({ href: 'http://other.example/' });
  click({ href: 'http://localhost/agefice', target: '_blank' });
  click({ href: 'http://localhost/journee.ics', download: 'journee.ics' });
  expect(assign).toHaveBeenCalledTimes(1);
});

test('a branch is named together with the release that the server found, kept in the address, and its failures are told', () => {
  const requested = 'contact@branch:feature/short-form';
  const { tab, opened } = open(`/contact?release=${requested}`);
  expect(badge().getByRole('status')).toHaveTextContent('Aperçu : contact 1.1.0-ab12cd (branche feature/short-form)');
  tab.page.history.pushState(null, '', '/booking');
  expect(tab.pushState).toHaveBeenCalledWith(null, '', `/booking?release=${encodeURIComponent(requested)}`);
  const release = otherContactRelease('1.1.0-ab12cd');
  const fault = { phase: 'render', code: 'exception' } as const;
  act(() => opened.onIncident({ part: 'booking', release, fault, path: '/booking' }));
  expect(badge().getByRole('status')).not.toHaveTextContent('Cette version a échoué');
  act(() => opened.onIncident({ part: 'contact', release, fault, path: '/contact' }));
  expect(badge().getByRole('status')).toHaveTextContent('Cette version a échoué');
});

test('a preview of edited facts is named without its random word, and says when it has ended', () => {
  const requested = 'facts:0123456789abcdef';
  open(`/contact?release=${requested}`, { requested });
  expect(badge().getByRole('status')).toHaveTextContent(/^Aperçu : vos textes – isolé du site/);
  cleanup();
  open(`/contact?release=${requested}`, { requested, refusal: 'unknown' });
  expect(badge().getByRole('status')).toHaveTextContent('cet aperçu est fermé');
});

test('« release=show » names what made the page and changes nothing else', async () => {
  const { page, assign, pushState } = tabAt('/contact?release=show&de=lettre');
  const { remotes } = exampleIndex;
  const origins = {
    shell: { since: '2026-11-20T08:00:00.000Z', commit: '0123456789abcdef0123456789abcdef01234567' },
    contact: { since: '2026-11-25T09:30:00.000Z', commit: '' },
  };
  const opened = openIn(page, null, { origins });
  const { user } = await openComposedSite('/contact', { badge: opened.badge });
  const region = within(screen.getByRole('region', { name: 'Versions de cette page' }));
  const { textContent } = region.getByRole('status');
  expect(textContent?.replace(/\s/g, ' ')).toBe(
    `Cadre du site : shell ${exampleIndex.shell.id}, en ligne depuis le 20 novembre 2026 à 09:00, commit 0123456789 – Contenu : contact ${remotes.contact?.id}, en ligne depuis le 25 novembre 2026 à 10:30`,
  );
  expect(await axe(document.body)).toHaveProperty('violations', []);
  expect(robots()).toBeNull();
  page.history.pushState(null, '', '/booking');
  expect(pushState).toHaveBeenCalledWith(null, '', '/booking');
  const release = otherContactRelease('0.9.0-before');
  const fault = { phase: 'render', code: 'exception' } as const;
  act(() => opened.onIncident({ part: 'contact', release, fault, path: '/contact' }));
  expect(region.getByRole('status')).toHaveTextContent('Une version a échoué');
  await user.click(region.getByRole('button', { name: 'Masquer les versions' }));
  expect(assign).toHaveBeenCalledWith('/contact?de=lettre');
});

test('« release=show » names the releases also on a host that knows nothing else of them', async () => {
  const { page } = tabAt('/contact?release=show');
  await openComposedSite('/contact', { badge: openIn(page, null).badge });
  expect(screen.getByRole('status')).toHaveTextContent(`Cadre du site : shell ${exampleIndex.shell.id} – Contenu`);
});

test('the badge reports a host that composes no previews', () => {
  open(`/contact?release=${RELEASE}`, null);
  expect(badge().getByRole('status')).toHaveTextContent(words.refusals.unavailable);
  expect(badge().getByRole('status')).not.toHaveTextContent('isolé du site');
});

test('« Quitter l’aperçu » loads the public page of this site, also when its path begins with two slashes', async () => {
  const { tab, user } = open(`/contact?release=${RELEASE}&de=lettre`);
  await user.click(badge().getByRole('button', { name: words.quit }));
  expect(tab.assign).toHaveBeenLastCalledWith('/contact?de=lettre');
  Object.assign(tab.location, { pathname: '//other.example/contact' });
  await user.click(badge().getByRole('button', { name: words.quit }));
  expect(tab.assign).toHaveBeenLastCalledWith('/other.example/contact?de=lettre');
});

test('a release that is refused is reported, with the active one in its place, and not kept', () => {
  const { tab } = open(`/contact?release=${RELEASE}`, { requested: RELEASE, refusal: 'revoked' });
  expect(badge().getByRole('status')).toHaveTextContent(words.refusals.revoked);
  expect(badge().getByRole('status')).toHaveTextContent(words.active);
  tab.page.history.pushState(null, '', '/booking');
  expect(tab.pushState).toHaveBeenCalledWith(null, '', '/booking');
});

test.each(['busy', 'failed'] as const)('a preview that is %s is tried again on the next page', (refusal) => {
  const { tab } = open(`/contact?release=${RELEASE}`, { requested: RELEASE, refusal });
  expect(badge().getByRole('status')).toHaveTextContent(words.refusals[refusal].replace('\u202f', ' '));
  tab.page.history.pushState(null, '', '/booking');
  expect(tab.pushState).toHaveBeenCalledWith(null, '', expect.stringContaining('?release='));
});
