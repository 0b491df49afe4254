import { act, screen, waitFor } from '@testing-library/react';
import { openSite, scrolledTo } from '../../tests/support/site';

const title = () => screen.getByRole('heading', { level: 1 });

test('navigation sets the title of a first page, and leaves scroll position and focus to the browser', async () => {
  await openSite('/#cta');
  expect(document.title).toBe('Formation en un jour | Atelier Relance');
  expect(scrolledTo).not.toHaveBeenCalled();
  expect(document.body).toHaveFocus();
});

test('after a navigation the page starts at the top, with the focus on its heading', async () => {
  const { host } = await openSite('/');
  await act(async () => host.navigate('/contact'));
  expect(document.title).toBe('Contactez-nous | Atelier Relance');
  expect(scrolledTo.mock.calls).toEqual([['top']]);
  expect(title()).toHaveFocus();
});

test('a link with a hash scrolls to its target on another page, which takes the focus', async () => {
  const { host } = await openSite('/contact');
  await act(async () => host.navigate('/#cta'));
  const target = screen.getByText('Réservez votre journée');
  expect(scrolledTo.mock.calls).toEqual([[target]]);
  expect(target).toHaveFocus();
});

test('a link with an encoded hash scrolls to its target', async () => {
  const { host } = await openSite('/');
  const target = screen.getByText('Réservez votre journée');
  target.id = 'réserver';
  await act(async () => host.navigate('/#r%C3%A9server'));
  expect(scrolledTo.mock.calls).toEqual([[target]]);
});

test('a link with an unknown hash leads to the top', async () => {
  const { host } = await openSite('/contact');
  await act(async () => host.navigate('/#%E0'));
  expect(scrolledTo.mock.calls).toEqual([['top']]);
  expect(title()).toHaveFocus();
});

test('Back and Forward leave scroll position and focus to the browser', async () => {
  const { host } = await openSite('/contact');
  await act(async () => host.navigate('/booking'));
  await waitFor(() => expect(title()).toHaveTextContent('Réserver vos sessions'));
  scrolledTo.mockClear();
  act(() => window.history.back());
  await waitFor(() => expect(title()).toHaveTextContent('Contactez-nous'));
  expect(document.title).toBe('Contactez-nous | Atelier Relance');
  expect(scrolledTo).not.toHaveBeenCalled();
  expect(title()).not.toHaveFocus();
});
