import { exampleSite } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { openComposedSite } from '../../tests/support/open-composed-site';
import { openSite } from '../../tests/support/open-site';

const bar = () => screen.queryByRole('complementary', { name: 'Brouillon' });

test('a composed page of a draft shows « Brouillon » and hydrates without a mismatch', async () => {
  await openComposedSite('/contact', { site: { ...exampleSite, draft: true } });
  expect(bar()).toHaveTextContent('Brouillon : ce site n’est pas encore public.');
});

test('a page of a public site does not show « Brouillon »', async () => {
  await openSite('/');
  expect(bar()).not.toBeInTheDocument();
});
