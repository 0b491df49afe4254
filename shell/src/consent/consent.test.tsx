import { screen, within } from '@testing-library/react';
import { openSite } from '../../tests/support/site';
import { CONSENT_DATE_KEY, CONSENT_KEY, createConsentStore } from './consent-store';

const NOW = new Date('2026-11-20T10:00:00.000Z');

const openStore = (now = NOW) => createConsentStore(window, () => now);

function store(choice: string, chosenAt: string) {
  localStorage.setItem(CONSENT_KEY, choice);
  localStorage.setItem(CONSENT_DATE_KEY, chosenAt);
}

beforeEach(() => {
  localStorage.clear();
});

test.each(['accepted', 'rejected'] as const)('the consent store stores « %s » with its date', (choice) => {
  const consent = openStore();
  expect(consent.get()).toBeNull();
  consent.choose(choice);
  expect(consent.get()).toBe(choice);
  expect(localStorage.getItem('cookie-consent')).toBe(choice);
  expect(localStorage.getItem('cookie-consent-at')).toBe('2026-11-20T10:00:00.000Z');
  expect(openStore().get()).toBe(choice);
});

test('the consent store marks the choice on the html element, for the styles that hide the banner', () => {
  const consent = openStore();
  expect(document.documentElement).toHaveAttribute('data-consent', '');
  consent.choose('rejected');
  expect(document.documentElement).toHaveAttribute('data-consent', 'rejected');
});

test('a choice and its date are removed after six months', () => {
  store('accepted', '2026-05-20T10:00:01.000Z');
  expect(openStore().get()).toBe('accepted');
  store('accepted', '2026-05-20T10:00:00.000Z');
  expect(openStore().get()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test.each([
  ['with an unknown value', 'oui', NOW.toISOString()],
  ['without a readable date', 'accepted', 'hier'],
])('a choice %s is ignored and removed', (_, choice, chosenAt) => {
  store(choice, chosenAt);
  expect(openStore().get()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('the consent store adopts a choice from another tab', () => {
  const consent = openStore();
  const onChange = jest.fn();
  consent.subscribe(onChange);
  store('rejected', NOW.toISOString());
  window.dispatchEvent(new StorageEvent('storage', { key: CONSENT_KEY }));
  expect(consent.get()).toBe('rejected');
  expect(onChange).toHaveBeenCalledTimes(1);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(consent.get()).toBeNull();
});

test('the consent store stores the date before the choice, for tabs that read both at once', () => {
  let seen: string | null = null;
  const setItem = Storage.prototype.setItem;
  const spy = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function write(this: Storage, key, value) {
    setItem.call(this, key, value);
    if (key === CONSENT_KEY) seen = openStore().get();
  });
  openStore().choose('accepted');
  spy.mockRestore();
  expect(seen).toBe('accepted');
});

test('the consent store ignores other storage keys', () => {
  const consent = openStore();
  const onChange = jest.fn();
  consent.subscribe(onChange);
  store('rejected', NOW.toISOString());
  window.dispatchEvent(new StorageEvent('storage', { key: 'panier' }));
  expect(onChange).not.toHaveBeenCalled();
});

test('without access to storage, the choice lasts until the page is left', () => {
  const said = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refusing = {
    document,
    addEventListener: window.addEventListener.bind(window),
    get localStorage(): Storage {
      throw new DOMException('Refused.', 'SecurityError');
    },
  };
  const consent = createConsentStore(refusing, () => NOW);
  expect(consent.get()).toBeNull();
  consent.choose('accepted');
  expect(consent.get()).toBe('accepted');
  expect(said.mock.calls.map(([sentence]) => sentence)).toEqual([
    'The browser gives no access to local storage.',
    'The browser refuses to keep the choice: it holds until this page is left.',
  ]);
  said.mockRestore();
});

const banner = () => screen.queryByRole('region', { name: 'Votre choix sur les cookies' });

test.each([
  ['Accepter', 'accepted'],
  ['Refuser', 'rejected'],
])('« %s » is stored and closes the banner for good', async (name, choice) => {
  const { user } = await openSite('/');
  await user.click(screen.getByRole('button', { name }));
  expect(localStorage.getItem('cookie-consent')).toBe(choice);
  expect(banner()).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Nous écrire' }));
  expect(await screen.findByRole('heading', { name: 'Contactez-nous' })).toBeVisible();
  expect(banner()).not.toBeInTheDocument();
});

test('« Personnaliser » leads to the cookie policy and leaves the choice open', async () => {
  const { user } = await openSite('/contact');
  await user.click(screen.getByRole('link', { name: 'Personnaliser' }));
  expect(await screen.findByRole('heading', { name: 'Politique de cookies' })).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Votre choix sur les cookies' })).getAllByRole('button'),
  ).toHaveLength(2);
});

test('the banner is not shown when a choice is stored', async () => {
  localStorage.setItem('cookie-consent', 'rejected');
  localStorage.setItem('cookie-consent-at', new Date().toISOString());
  await openSite('/');
  expect(banner()).not.toBeInTheDocument();
});
