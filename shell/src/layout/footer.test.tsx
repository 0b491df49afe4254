import { screen, within } from '@testing-library/react';
import { openSite } from '../../tests/support/open-site';

test('the footer names the product, and leads to the other pages and to the owner', async () => {
  await openSite('/');
  const footer = screen.getByRole('contentinfo');
  expect(footer).toHaveTextContent('Atelier Relance');
  const links = within(within(footer).getByRole('navigation', { name: 'Pied de page' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Réserver des dates', '/booking'],
    ['Nous écrire', '/contact'],
    ['Financer la formation', '/agefice'],
    ['Mentions légales', '/mentions-legales'],
    ['Gérer les cookies', '/politique-de-cookies'],
    ['Accessibilité', '/accessibilite'],
  ]);
  const link = (name: string | RegExp) => within(footer).getByRole('link', { name });
  expect(link('06 39 98 00 00')).toHaveAttribute('href', 'tel:+33639980000');
  expect(link(/@/)).toHaveAttribute('href', 'mailto:bonjour@atelier-relance.example');
});
