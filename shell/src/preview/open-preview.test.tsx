import type { PreviewState, ReleaseIndex } from '@site/contract/release-index';
import { act, screen, within } from '@testing-library/react';
import { preview as words } from '../content/preview';
import { exampleIndex, otherContactRelease } from '../testing/example-index';
import { openComposedSite } from '../testing/open-composed-site';
import { openPreview } from './open-preview';
import { PREVIEW_KEY, requestedPreview } from './requested-preview';

const RELEASE = 'contact@1.1.0-ab12cd';

/** A tab at an address. `assign` and `replace` are recorded: jsdom loads no pages. */
function tabAt(path: string) {
  const { pathname, search, hash } = new URL(path, 'http://localhost');
  const [assign, replace] = [jest.fn(), jest.fn()];
  const location = { pathname, search, hash, assign, replace } as unknown as Location;
  return { document, sessionStorage, location, assign, replace };
}

type Tab = Pick<ReturnType<typeof tabAt>, 'document' | 'sessionStorage' | 'location'>;

/** @param preview as the server's index has it; null for a page that was loaded without one */
function openIn(page: Tab, preview: PreviewState | null) {
  const index: ReleaseIndex = { ...exampleIndex, ...(preview && { preview }) };
  return openPreview({ requested: requestedPreview(page) ?? '', index, page });
}

async function open(path: string, preview: PreviewState | null = { requested: RELEASE }) {
  const tab = tabAt(path);
  const opened = openIn(tab, preview);
  if (!opened) throw new Error('The page is being loaded again.');
  return { ...(await openComposedSite('/contact', { badge: opened.badge })), tab, opened };
}

const badge = () => within(screen.getByRole('region', { name: words.label }));
const robots = () => document.head.querySelector('meta[name="robots"]');

afterEach(() => {
  sessionStorage.clear();
  robots()?.remove();
});

test('an address without the parameter requests no preview', () => {
  expect(requestedPreview(tabAt('/contact?utm=x'))).toBeNull();
});

test('a previewed release is named, kept for the tab’s next pages and hidden from search engines', async () => {
  await open(`/contact?release=${RELEASE}`);
  expect(badge().getByRole('status')).toHaveTextContent('Aperçu : contact 1.1.0-ab12cd');
  expect(robots()).toHaveAttribute('content', 'noindex');
  expect(requestedPreview(tabAt('/booking'))).toBe(RELEASE);
});

test('the badge names all releases of a preview', async () => {
  const requested = 'shell@2.0.0-ef34,contact@1.1.0-ab12cd';
  await open(`/contact?release=${requested}`, { requested });
  expect(badge().getByRole('status')).toHaveTextContent('Aperçu : shell 2.0.0-ef34, contact 1.1.0-ab12cd');
});

test('a page that this tab loaded without its preview is loaded again with it', () => {
  sessionStorage.setItem(PREVIEW_KEY, RELEASE);
  const tab = tabAt('/booking?utm=lettre#dates');
  expect(openIn(tab, null)).toBeNull();
  expect(tab.replace).toHaveBeenCalledWith('/booking?utm=lettre&release=contact%401.1.0-ab12cd#dates');
});

test('the badge reports a host that composes no previews, and the page is not loaded again', async () => {
  const { tab } = await open(`/contact?release=${RELEASE}`, null);
  expect(tab.replace).not.toHaveBeenCalled();
  expect(badge().getByRole('status')).toHaveTextContent(words.refusals.unavailable);
  expect(requestedPreview(tabAt('/contact'))).toBeNull();
});

test('« Quitter l’aperçu » ends the preview in this tab and loads the public page', async () => {
  const { tab, user } = await open(`/contact?release=${RELEASE}&de=lettre`);
  await user.click(badge().getByRole('button', { name: words.quit }));
  expect(tab.assign).toHaveBeenCalledWith('/contact?de=lettre');
  expect(requestedPreview(tabAt('/contact'))).toBeNull();
});

test('« Quitter l’aperçu » stays on this site when the path begins with two slashes', async () => {
  const { tab, user } = await open(`/?release=${RELEASE}`);
  Object.assign(tab.location, { pathname: '//other.example/contact' });
  await user.click(badge().getByRole('button', { name: words.quit }));
  expect(tab.assign).toHaveBeenCalledWith('/other.example/contact');
});

test.each(['malformed', 'unknown', 'revoked', 'incompatible'] as const)(
  'a release that is refused as %s is reported and forgotten, and the active one is shown',
  async (refusal) => {
    sessionStorage.setItem(PREVIEW_KEY, RELEASE);
    const { remote, nodes } = await open(`/contact?release=${RELEASE}`, { requested: RELEASE, refusal });
    await remote.resolve();
    expect(badge().getByRole('status')).toHaveTextContent(words.refusals[refusal]);
    expect(badge().getByRole('status')).toHaveTextContent(words.active);
    expect(screen.getByRole('heading', { level: 1 })).toBe(nodes.title);
    expect(requestedPreview(tabAt('/contact'))).toBeNull();
  },
);

test.each(['busy', 'failed'] as const)('a preview that is %s is tried again on the next page', async (refusal) => {
  await open(`/contact?release=${RELEASE}`, { requested: RELEASE, refusal });
  expect(badge().getByRole('status')).toHaveTextContent(words.refusals[refusal].replace('\u202f', ' '));
  expect(requestedPreview(tabAt('/contact'))).toBe(RELEASE);
});

test('the badge reports failures of the previewed release only', async () => {
  const { opened } = await open(`/contact?release=${RELEASE}`);
  const release = otherContactRelease('1.1.0-ab12cd');
  const fault = { phase: 'render', code: 'exception' } as const;
  act(() => opened.onIncident({ remote: 'booking', release, fault, path: '/booking' }));
  expect(badge().getByRole('status')).not.toHaveTextContent('Cette version a échoué');
  act(() => opened.onIncident({ remote: 'contact', release, fault, path: '/contact' }));
  expect(badge().getByRole('status')).toHaveTextContent('Cette version a échoué');
});

test('without access to storage, the preview lasts for one page and can be left', async () => {
  const said = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const tab = tabAt(`/contact?release=${RELEASE}`);
  const refusing: Tab = {
    ...tab,
    get sessionStorage(): Storage {
      throw new DOMException('Refused.', 'SecurityError');
    },
  };
  const opened = openIn(refusing, { requested: RELEASE });
  const { user } = await openComposedSite('/contact', { badge: opened?.badge });
  await user.click(badge().getByRole('button', { name: words.quit }));
  expect(tab.assign).toHaveBeenCalledWith('/contact');
  expect(said).toHaveBeenCalledTimes(2);
  said.mockRestore();
});
