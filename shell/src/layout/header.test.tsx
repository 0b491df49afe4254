import { cleanup, fireEvent, screen } from '@testing-library/react';
import { openSite } from '../../tests/support/open-site';
import { scrolledTo } from '../../tests/support/scrolling';

const header = () => screen.getByRole('banner');

function scrollTo(scrollY: number) {
  Object.assign(window, { scrollY });
  fireEvent.scroll(window);
}

beforeEach(() => {
  scrollTo(0);
});

test('the header is translucent beyond 10 px of scroll', async () => {
  await openSite('/');
  expect(header()).not.toHaveAttribute('data-scrolled');
  scrollTo(10);
  expect(header()).not.toHaveAttribute('data-scrolled');
  scrollTo(11);
  expect(header()).toHaveAttribute('data-scrolled');
  scrollTo(0);
  expect(header()).not.toHaveAttribute('data-scrolled');
});

test('the icon and the product’s name link home on every page except home', async () => {
  const { user } = await openSite('/contact');
  const home = screen.getByRole('link', { name: 'Accueil – Atelier Relance' });
  expect(header()).toContainElement(home);
  expect(home).toHaveTextContent('Atelier Relance');
  expect(home).toHaveAttribute('href', '/');
  await user.click(home);
  expect(await screen.findByRole('heading', { name: 'Formation en un jour' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Accueil/ })).not.toBeInTheDocument();
  expect(header()).toHaveTextContent('Atelier Relance');
});

test('the booking button looks like a secondary action only on the booking page', async () => {
  const looks = [];
  for (const path of ['/', '/contact', '/booking']) {
    await openSite(path);
    looks.push(screen.getByRole('link', { name: 'Réserver ma session' }).className);
    cleanup();
  }
  const [atHome, onContact, onBooking] = looks;
  expect(onContact).toBe(atHome);
  expect(onBooking).not.toBe(atHome);
});

test('from another page the booking button leads to the call to action of the landing page', async () => {
  const { user } = await openSite('/contact');
  const button = screen.getByRole('link', { name: 'Réserver ma session' });
  expect(button).toHaveAttribute('href', '/#cta');
  await user.click(button);
  const callToAction = await screen.findByText('Réservez votre journée');
  expect(window.location.pathname + window.location.hash).toBe('/#cta');
  expect(scrolledTo.mock.calls).toEqual([[callToAction]]);
});
