import { screen, within } from '@testing-library/react';
import { openComposedSite } from '../../tests/support/open-composed-site';
import { failure } from '../content/failure';

const page = document.documentElement;
const alert = () => screen.queryByRole('alert');
const banner = () => screen.queryByRole('region', { name: 'Votre choix sur les cookies' });

beforeEach(() => {
  localStorage.clear();
  page.dataset.consent = '';
  Reflect.deleteProperty(page.dataset, 'shell');
});

test('when the shell fails to load, a message with contact details replaces the consent banner', async () => {
  await openComposedSite('/contact');
  expect(alert()).not.toBeInTheDocument();
  expect(banner()).toBeVisible();

  page.dataset.shell = 'failed';
  expect(alert()).toHaveTextContent(failure.shell.text);
  expect(banner()).not.toBeInTheDocument();
  const link = (name: string) => within(screen.getByRole('alert')).getByRole('link', { name });
  expect(link('06 39 98 00 00')).toHaveAttribute('href', 'tel:+33639980000');
  expect(link('bonjour@atelier-relance.example')).toHaveAttribute('href', 'mailto:bonjour@atelier-relance.example');
  // For Testing Library an element with an empty href is not a link; for browsers it is.
  expect(screen.getByText(failure.shell.reload)).toHaveProperty('href', window.location.href);
});

test('a shell that loads late hides the message', async () => {
  page.dataset.shell = 'failed';
  await openComposedSite('/contact');
  expect(page).toHaveAttribute('data-shell', 'live');
  expect(alert()).not.toBeInTheDocument();
  expect(banner()).toBeVisible();
});

test('a browser that runs no scripts shows why no form can be sent, with contact details', async () => {
  await openComposedSite('/contact');
  // A browser without scripts parses the content of noscript.
  const parsed = document.body.appendChild(document.createElement('div'));
  parsed.innerHTML = document.querySelector('noscript')?.textContent ?? '';
  const bar = within(parsed);
  expect(bar.getByText(/^JavaScript est désactivé.*aucun formulaire ne peut partir/)).toBeVisible();
  expect(bar.getByRole('link', { name: '06 39 98 00 00' })).toHaveAttribute('href', 'tel:+33639980000');
  expect(bar.getByRole('link', { name: 'bonjour@atelier-relance.example' })).toHaveAttribute(
    'href',
    'mailto:bonjour@atelier-relance.example',
  );
});
