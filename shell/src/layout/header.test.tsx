import { cleanup, fireEvent, screen } from '@testing-library/react';
import { openSite } from '../../tests/support/open-site';

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

test('from other pages the icon and the product’s name link home, and the button to its call to action', async () => {
  const { user } = await openSite('/contact');
  const home = screen.getByRole('link', { name: 'Accueil – Atelier Relance' });
  expect(header()).toContainElement(home);
  expect(home).toHaveTextContent('Atelier Relance');
  expect(home).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Réserver ma session' })).toHaveAttribute('href', '/#cta');
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
