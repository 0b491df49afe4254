import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSite } from '../../tests/support/open-site';

const sent = { title: 'Formulaire envoyé !', tone: 'success', duration: 5000 } as const;
const failed = { title: 'Erreur', description: 'Veuillez réessayer.', tone: 'error' } as const;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('a notice stays after a navigation', async () => {
  const { host } = await openSite('/contact');
  act(() => host.notify(sent));
  await act(async () => host.navigate('/'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Formation en un jour');
  expect(screen.getByRole('status')).toHaveTextContent('Formulaire envoyé !');
});

test('a success notice closes after five seconds, an error notice stays', async () => {
  const { host } = await openSite('/contact');
  act(() => host.notify(sent));
  act(() => host.notify(failed));
  act(() => jest.advanceTimersByTime(4999));
  expect(screen.getByRole('status')).toBeVisible();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  act(() => jest.advanceTimersByTime(3_600_000));
  expect(screen.getByRole('alert')).toHaveTextContent('Veuillez réessayer.');
});

test('a page withdraws only its own notice, and can do so twice', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const { host } = await openSite('/contact');
  const withdraw = await act(async () => host.notify(failed));
  act(() => void host.notify({ ...failed, description: 'Encore.' }));
  act(() => withdraw?.());
  expect(screen.getByRole('alert')).toHaveTextContent('Encore.');
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  act(() => withdraw?.());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('closing one notice keeps the others', async () => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const { host } = await openSite('/contact');
  act(() => host.notify(failed));
  act(() => host.notify({ ...failed, description: 'Encore.' }));
  const [first] = screen.getAllByRole('button', { name: 'Fermer' });
  if (!first) throw new Error('A notice has no close button.');
  await user.click(first);
  expect(screen.getByRole('alert')).toHaveTextContent('Encore.');
});
