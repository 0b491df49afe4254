import { act, screen } from '@testing-library/react';
import { openSite } from '../../tests/support/open-site';

const failed = { title: 'Erreur', description: 'Veuillez réessayer.', tone: 'error' } as const;

test('a notice stays after a navigation', async () => {
  const { host } = await openSite('/contact');
  act(() => void host.notify({ title: 'Formulaire envoyé !', tone: 'success', duration: 5000 }));
  await act(async () => host.navigate('/'));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Formation en un jour');
  expect(screen.getByRole('status')).toHaveTextContent('Formulaire envoyé !');
});

test('a page withdraws only its own notice, and can do so twice', async () => {
  const { host, user } = await openSite('/contact');
  const withdraw = await act(async () => host.notify(failed));
  act(() => void host.notify({ ...failed, description: 'Encore.' }));
  act(() => withdraw?.());
  expect(screen.getByRole('alert')).toHaveTextContent('Encore.');
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  act(() => withdraw?.());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
