import { cleanup, fireEvent, screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { openSpace } from '../../tests/support/open-space';
import { exampleRequest } from '../testing/example-requests';

const confirmed = exampleRequest(3, { status: 'confirmee', dates: ['2026-11-19'], confirmedDates: ['2026-11-19'] });
const openRequest = (request = confirmed) => openSpace({ query: `?demande=${request.id}`, requests: [request] });
const box = (name: string) => screen.findByRole('checkbox', { name });

test('one press notes what followed a confirmation with its day, in any order, and one press takes it back', async () => {
  const { user, api } = await openRequest();
  await user.click(await box('Réglée'));
  expect(await box('Réglée')).toHaveAccessibleDescription('le lundi 23 novembre 2026');
  fireEvent.change(screen.getByLabelText('Date à inscrire'), { target: { value: '2026-11-19' } });
  await user.click(await box('Convention envoyée'));
  expect(await screen.findByText('le jeudi 19 novembre 2026')).toBeInTheDocument();
  expect(api.requests()[0]?.followUp).toEqual({ paid: '2026-11-23', convention_sent: '2026-11-19' });
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await user.click(await box('Réglée'));
  expect(await box('Réglée')).not.toBeChecked();
  expect(await box('Réglée')).toHaveFocus();
  expect(api.requests()[0]?.followUp).toEqual({ convention_sent: '2026-11-19' });
});

test('a day that is still to come cannot be noted', async () => {
  await openRequest();
  fireEvent.change(await screen.findByLabelText('Date à inscrire'), { target: { value: '2026-11-24' } });
  expect(screen.getByText('Choisissez un jour passé ou aujourd’hui.')).toBeInTheDocument();
  expect(await box('Journée faite')).toBeDisabled();
});

test('nothing can be noted before a confirmation, and what was noted stays readable after a cancellation', async () => {
  const cancelled = exampleRequest(4, { status: 'annulee', followUp: { paid: '2026-11-19' } });
  await openRequest(cancelled);
  expect(await box('Réglée')).toBeChecked();
  expect(await box('Réglée')).toBeDisabled();
  expect(screen.queryByLabelText('Date à inscrire')).toBeNull();
  cleanup();
  await openRequest(exampleRequest(1));
  expect(await screen.findByRole('heading', { name: 'Historique' })).toBeInTheDocument();
  expect(screen.queryByText('Suites')).toBeNull();
});
