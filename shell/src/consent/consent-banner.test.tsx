import { act, screen, within } from '@testing-library/react';
import { openSite } from '../../tests/support/site';

const banner = () => screen.queryByRole('region', { name: 'Votre choix sur les cookies' });

beforeEach(() => {
  localStorage.clear();
});

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

test('the banner closes when a page records a choice', async () => {
  const { host } = await openSite('/politique-de-cookies');
  expect(banner()).toBeVisible();
  act(() => host.consent.choose('accepted'));
  expect(banner()).not.toBeInTheDocument();
});
