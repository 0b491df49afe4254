import { exampleSite } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { openComposedSite } from '../testing/open-composed-site';
import { openSite } from '../testing/open-site';

const bar = () => screen.queryByRole('complementary', { name: 'Brouillon' });

test('a composed page of a draft says so, and hydrates without a mismatch', async () => {
  await openComposedSite('/contact', { site: { ...exampleSite, draft: true } });
  expect(bar()).toHaveTextContent('Brouillon : ce site n’est pas encore public.');
});

test('no page of a public site carries the bar', async () => {
  await openSite('/');
  expect(bar()).not.toBeInTheDocument();
});
