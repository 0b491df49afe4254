import { screen } from '@testing-library/react';
import { createControlledRemote } from '../../tests/support/examples';
import { expectConsoleError, openSite, scrolledTo } from '../../tests/support/site';
import { failure } from '../content/layout';

const title = () => screen.getByRole('heading', { level: 1 });
const goTo = (name: string) => screen.getByRole('link', { name });

test('announces a page as loading, then shows it with its title and the focus on its heading', async () => {
  const remote = createControlledRemote();
  const { user } = await openSite('/', { load: remote.load });
  await remote.resolve();
  await user.click(goTo('Nous écrire'));
  expect(screen.getByRole('status')).toHaveTextContent(failure.loading);
  await remote.resolve();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(title()).toHaveTextContent('Contactez-nous');
  expect(title()).toHaveFocus();
  expect(scrolledTo.mock.calls).toEqual([['top']]);
  expect(document.title).toBe('Contactez-nous | Atelier Relance');
  expect(window.location.pathname).toBe('/contact');
});

test('a page that fails to load leaves its title, two ways to reach the owner and a retry button', async () => {
  const remote = createControlledRemote();
  const { user } = await openSite('/', { load: remote.load });
  await remote.resolve();
  const said = expectConsoleError();
  await user.click(goTo('Nous écrire'));
  await remote.reject();
  expect(said).toHaveBeenCalledWith('The page /contact could not be loaded.', expect.any(Error));
  expect(title()).toHaveTextContent('Contactez-nous');
  expect(title()).toHaveFocus();
  expect(document.title).toBe('Contactez-nous | Atelier Relance');
  const main = screen.getByRole('main');
  expect(main).toHaveTextContent(failure.absent.title);
  expect(main).toContainElement(screen.getAllByRole('link', { name: '06 39 98 00 00' })[0] ?? null);
  expect(main).toContainElement(screen.getAllByRole('link', { name: 'bonjour@atelier-relance.example' })[0] ?? null);

  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(screen.getByRole('status')).toHaveTextContent(failure.loading);
  await remote.resolve();
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBeEnabled();
  expect(main).not.toHaveTextContent(failure.absent.title);
});

test('pages of one remote are loaded separately', async () => {
  const remote = createControlledRemote();
  const { user } = await openSite('/mentions-legales', { load: remote.load });
  await remote.resolve();
  await user.click(goTo('Financer la formation'));
  expect(remote.requestedPaths()).toEqual(['/mentions-legales', '/agefice']);
  await remote.resolve();
  expect(title()).toHaveTextContent('Demande de prise en charge');
});
