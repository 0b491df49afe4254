import { act, screen, within } from '@testing-library/react';
import { preview as words } from '../content/preview';
import { contactBeside, exampleIndex } from '../testing/example-index';
import { openComposedSite } from '../testing/open-composed-site';
import { openPreview } from './open-preview';
import { PREVIEW_KEY, requestedPreview } from './requested-preview';

const release = contactBeside('1.1.0-ab12cd');
const published = { ...release, name: 'contact', entry: 'remoteEntry.js', files: { 'remoteEntry.js': 'sha384-entry' } };

/** A tab at an address. `assign` is recorded: jsdom loads no pages. */
function tabAt(path: string) {
  const assign = jest.fn();
  const { pathname, search } = new URL(path, 'http://localhost');
  return { document, sessionStorage, location: { pathname, search, assign } as unknown as Location, assign };
}

const serve = (found: unknown) =>
  (async () => ({ ok: found !== null, status: found === null ? 404 : 200, json: async () => found })) as never;

async function open(path: string, found: unknown = published) {
  const tab = tabAt(path);
  const requested = requestedPreview(tab) ?? '';
  const opened = await openPreview({ requested, index: exampleIndex, page: tab, fetchFrom: serve(found) });
  const { preview, badge } = opened;
  const site = await openComposedSite('/contact', { badge, ...(preview && { preview }) });
  return { ...site, tab, opened };
}

const badge = () => within(screen.getByRole('region', { name: words.label }));
const robots = () => document.head.querySelector('meta[name="robots"]');

beforeEach(() => {
  Object.assign(AbortSignal, { timeout: jest.fn(() => new AbortController().signal) });
});

afterEach(() => {
  sessionStorage.clear();
  robots()?.remove();
});

test('visitors request no preview', () => {
  expect(requestedPreview(tabAt('/contact?utm=x'))).toBeNull();
});

test('the release is shown, named, kept for the tab’s next pages and hidden from search engines', async () => {
  const { remote } = await open('/contact?release=contact@1.1.0-ab12cd');
  await remote.arrives();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Contactez-nous, 1.1.0-ab12cd');
  expect(badge().getByRole('status')).toHaveTextContent('Aperçu : contact 1.1.0-ab12cd');
  expect(robots()).toHaveAttribute('content', 'noindex');
  expect(requestedPreview(tabAt('/booking'))).toBe('contact@1.1.0-ab12cd');
});

test('« Quitter l’aperçu » ends the preview in this tab and loads the public page', async () => {
  const { tab, user } = await open('/contact?release=contact@1.1.0-ab12cd&de=lettre');
  await user.click(badge().getByRole('button', { name: words.quit }));
  expect(tab.assign).toHaveBeenCalledWith('/contact?de=lettre');
  expect(requestedPreview(tabAt('/contact'))).toBeNull();
});

test('« Quitter l’aperçu » stays on this site when the path begins with two slashes', async () => {
  const { tab, user } = await open('/?release=contact@1.1.0-ab12cd');
  Object.assign(tab.location, { pathname: '//other.example/contact' });
  await user.click(badge().getByRole('button', { name: words.quit }));
  expect(tab.assign).toHaveBeenCalledWith('/other.example/contact');
});

test('an unknown release is reported and forgotten, and the active one is shown', async () => {
  sessionStorage.setItem(PREVIEW_KEY, 'contact@1.1.0-ab12cd');
  const { remote, nodes } = await open('/contact', null);
  await remote.arrives();
  expect(badge().getByRole('status')).toHaveTextContent(words.refusals.unknown);
  expect(badge().getByRole('status')).toHaveTextContent(words.active);
  expect(screen.getByRole('heading', { level: 1 })).toBe(nodes.title);
  expect(requestedPreview(tabAt('/contact'))).toBeNull();
});

test('the badge reports failures of the previewed release only', async () => {
  const { opened } = await open('/contact?release=contact@1.1.0-ab12cd');
  const fault = { phase: 'render', code: 'exception' } as const;
  act(() => opened.onIncident({ remote: 'booking', release, fault, path: '/booking' }));
  expect(badge().getByRole('status')).not.toHaveTextContent('Cette version a échoué');
  act(() => opened.onIncident({ remote: 'contact', release, fault, path: '/contact' }));
  expect(badge().getByRole('status')).toHaveTextContent('Cette version a échoué');
});

test('without access to storage, the preview lasts for one page', async () => {
  const said = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const tab = tabAt('/contact?release=contact@1.1.0-ab12cd');
  const refusing = {
    ...tab,
    get sessionStorage(): Storage {
      throw new DOMException('Refused.', 'SecurityError');
    },
  };
  const { preview } = await openPreview({
    requested: 'contact@1.1.0-ab12cd',
    index: exampleIndex,
    page: refusing,
    fetchFrom: serve(published),
  });
  expect(preview).toMatchObject({ remote: 'contact', release: { id: '1.1.0-ab12cd' } });
  expect(
    requestedPreview({
      ...tabAt('/contact'),
      get sessionStorage() {
        return refusing.sessionStorage;
      },
    }),
  ).toBeNull();
  expect(said).toHaveBeenCalledTimes(1);
  said.mockRestore();
});
