import { act, fireEvent, getConfig, screen } from '@testing-library/react';
import { expectConsoleError } from '../../tests/support/expect-console-error';
import { openComposedSite } from '../../tests/support/open-composed-site';
import { failure } from '../content/failure';

const title = () => screen.getByRole('heading', { level: 1 });
const form = () => screen.getByRole('form', { name: 'Demande' });
const send = () => screen.getByRole('button', { name: 'Envoyer' });
const retry = () => screen.getByRole('button', { name: 'Réessayer' });

test('a page whose remote fails keeps its nodes and shows a message with two ways to reach the owner', async () => {
  const { remote, nodes } = await openComposedSite('/contact');
  const said = expectConsoleError();
  await remote.reject();
  expect(said).toHaveBeenCalledWith('The page /contact could not be loaded.', expect.any(Error));
  expect(screen.getByRole('alert')).toHaveTextContent(failure.readable.title);
  expect(screen.getByRole('alert')).toHaveTextContent('06 39 98 00 00bonjour@atelier-relance.example');
  expect(title()).toBe(nodes.title);
  expect(form()).toBe(nodes.form);
  expect(send()).toBeDisabled();
});

test('a second failure is announced again, and a retry hydrates the same nodes', async () => {
  const { remote, nodes, user } = await openComposedSite('/contact');
  expectConsoleError();
  await remote.reject();
  const firstAlert = screen.getByRole('alert');
  await user.click(retry());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: failure.retrying })).toBeDisabled();
  await remote.reject();
  expect(screen.getByRole('alert')).not.toBe(firstAlert);
  await user.click(retry());
  await remote.resolve();
  expect(screen.queryByText(failure.readable.title)).not.toBeInTheDocument();
  expect(title()).toBe(nodes.title);
  expect(form()).toBe(nodes.form);
  expect(send()).toBeEnabled();
});

test('updates of the shell leave the nodes of a loading page in place', async () => {
  const { host, remote, nodes, user } = await openComposedSite('/');
  await user.click(screen.getByRole('link', { name: 'Réserver ma session' }));
  await act(async () => host.navigate('/#cta'));
  await user.click(screen.getByRole('button', { name: 'Refuser' }));
  act(() => host.notify({ title: 'Bonjour', tone: 'success' }));
  expect(screen.getByRole('status')).toHaveTextContent('Bonjour');
  expect(screen.queryByText(failure.loading)).not.toBeInTheDocument();
  await user.click(title());
  await user.type(screen.getByRole('textbox', { name: 'Nom' }), 'Durand');
  expect(title()).toBe(nodes.title);
  await remote.resolve();
  expect(title()).toBe(nodes.title);
  expect(form()).toBe(nodes.form);
  expect(send()).toBeEnabled();
});

test('hash navigation within a loading or failed page is left to the browser', async () => {
  const { remote, nodes } = await openComposedSite('/');
  expectConsoleError();
  await move(() => fireEvent.click(screen.getByRole('link', { name: 'Réserver ma session' })));
  expect(window.location.hash).toBe('#cta');
  expect(title()).toBe(nodes.title);
  await move(() => window.history.back());
  expect(window.location.hash).toBe('');
  expect(title()).toBe(nodes.title);
  await remote.reject();
  await move(() => fireEvent.click(screen.getByRole('link', { name: 'Réserver ma session' })));
  expect(title()).toBe(nodes.title);
  expect(screen.getByRole('alert')).toBeVisible();
});

test('once the page is hydrated, the router receives its hash navigation', async () => {
  const { remote } = await openComposedSite('/');
  await remote.resolve();
  const heard = jest.fn();
  window.addEventListener('popstate', heard, { once: true });
  await move(() => fireEvent.click(screen.getByRole('link', { name: 'Réserver ma session' })));
  expect(heard).toHaveBeenCalledTimes(1);
});

test('the visitor can leave a loading page for another', async () => {
  const { remote, user } = await openComposedSite('/');
  await user.click(screen.getByRole('link', { name: 'Nous écrire' }));
  await remote.resolve();
  expect(title()).toHaveTextContent('Contactez-nous');
  expect(title()).toHaveFocus();
});

/**
 * A hash navigation, which the browser performs by itself. React renders synchronously while `window.event` is a
 * popstate event; jsdom has cleared it by then.
 */
const move = (start: () => void) =>
  getConfig().asyncWrapper(async () => {
    const moved = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    const event = jest.spyOn(window, 'event', 'get').mockReturnValue(new PopStateEvent('popstate'));
    start();
    await moved;
    event.mockRestore();
  });
