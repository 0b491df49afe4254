import { screen } from '@testing-library/react';
import { openSite } from '../../tests/support/open-site';

test('the first Tab stop leads to the content, which can take the focus', async () => {
  const { user } = await openSite('/contact');
  await user.tab();
  const skip = screen.getByRole('link', { name: 'Aller au contenu' });
  expect(skip).toHaveFocus();
  const main = screen.getByRole('main');
  expect(skip).toHaveAttribute('href', `#${main.id}`);
  main.focus();
  expect(main).toHaveFocus();
});
