import { screen, within } from '@testing-library/react';
import { openSite } from '../../tests/support/open-site';

const footer = () => within(screen.getByRole('contentinfo'));

test.each([
  ['Réserver des dates', '/booking'],
  ['Nous écrire', '/contact'],
  ['Financer la formation', '/agefice'],
  ['Mentions légales', '/mentions-legales'],
  ['Gérer les cookies', '/politique-de-cookies'],
])('the footer links to « %s »', async (name, path) => {
  await openSite('/');
  const links = within(footer().getByRole('navigation', { name: 'Pied de page' }));
  expect(links.getByRole('link', { name })).toHaveAttribute('href', path);
});

test('the footer names the product and two ways to reach the owner', async () => {
  await openSite('/');
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Atelier Relance');
  expect(footer().getByRole('link', { name: '06 39 98 00 00' })).toHaveAttribute('href', 'tel:+33639980000');
  expect(footer().getByRole('link', { name: /@/ })).toHaveAttribute('href', 'mailto:bonjour@atelier-relance.example');
});
