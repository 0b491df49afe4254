import { exampleSite } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { openComposedSite } from '../../tests/support/open-composed-site';

test('a composed page of a draft shows « Brouillon » and hydrates without a mismatch', async () => {
  await openComposedSite('/contact', { site: { ...exampleSite, draft: true } });
  expect(screen.getByRole('complementary', { name: 'Brouillon' })).toHaveTextContent(
    'Brouillon : ce site n’est pas encore public.',
  );
});
