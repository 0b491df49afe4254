import { screen, within } from '@testing-library/react';
import { expectConsoleError } from '../../tests/support/expect-console-error';
import { openSite } from '../../tests/support/open-site';
import { notFound } from '../content/layout';

const main = () => within(screen.getByRole('main'));

test('an unknown path shows a page that names the path and links home', async () => {
  const said = expectConsoleError();
  const { user } = await openSite('/formations/avancee');
  expect(said.mock.calls).toEqual([['404: this path does not exist:', '/formations/avancee']]);
  expect(main().getByText('404')).toBeVisible();
  expect(main().getByRole('heading', { level: 1 })).toHaveTextContent("Oops! Cette page n'existe pas");
  expect(main().getByText(/\/formations\/avancee/)).toBeVisible();
  expect(document.title).toBe('Page introuvable | Atelier Relance');

  const home = main().getByRole('link', { name: notFound.home });
  expect(home).toHaveAttribute('href', '/');
  await user.click(home);
  expect(await screen.findByRole('heading', { name: 'Formation en un jour' })).toBeVisible();
});

test('the 404 page takes the focus after a navigation', async () => {
  expectConsoleError();
  const { host } = await openSite('/');
  host.navigate('/nulle-part');
  const title = await screen.findByRole('heading', { name: "Oops! Cette page n'existe pas" });
  expect(title).toHaveFocus();
});
