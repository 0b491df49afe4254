import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, openSpace } from '../testing/open-space';

jest.mock('../api/open-owner-api');

beforeEach(() => jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-11-23T09:00:00Z') }));
afterEach(() => jest.useRealTimers());

const openDays = () => openSpace({ query: '?vue=jours' });

test('a weekday, the holidays and a single day can be closed in one change', async () => {
  const { user, api, notices } = await openDays();
  expect(await button('Enregistrer les jours')).toBeDisabled();
  await user.click(screen.getByLabelText('dimanche'));
  await user.click(screen.getByLabelText('Fermer les jours fériés français'));
  await user.click(await button('Mois suivant'));
  await user.click(await button('jeudi 24 décembre 2026, ouvert'));
  expect(await button('jeudi 24 décembre 2026, fermé')).toHaveAttribute('aria-pressed', 'true');
  await user.click(await button('Enregistrer les jours'));
  expect(api.calls).toContainEqual([
    'owner_set_days',
    {
      weekly: [true, true, true, true, true, true, false],
      holidays: true,
      off: ['2026-12-24'],
      confirmedDays: false,
      version: 1,
    },
  ]);
  expect(notices).toEqual(['Les jours sont enregistrés\u202f; le calendrier du site les suit.']);
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test('one switch closes and reopens the days with a confirmed reservation', async () => {
  const { user, api } = await openDays();
  const confirmed = await screen.findByLabelText('Fermer les jours dont une réservation est confirmée');
  expect(confirmed).not.toBeChecked();
  for (const isClosed of [true, false]) {
    await user.click(confirmed);
    await user.click(await button('Enregistrer les jours'));
    expect((await api.call('owner_days', {})).confirmedDays).toBe(isClosed);
  }
});

test('past days cannot be closed', async () => {
  await openDays();
  expect(await button('dimanche 22 novembre 2026, passé')).toBeDisabled();
  expect(await button('lundi 23 novembre 2026, ouvert')).toBeEnabled();
});

test('a week without an open day cannot be stored', async () => {
  const { user, api } = await openDays();
  await screen.findByLabelText('lundi');
  for (const name of ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']) {
    await user.click(screen.getByLabelText(name));
  }
  expect(await screen.findByText('Gardez au moins un jour ouvert dans la semaine.')).toBeInTheDocument();
  expect(await button('Enregistrer les jours')).toBeDisabled();
  expect(api.calls.some(([name]) => name === 'owner_set_days')).toBe(false);
});

test.each([
  ['Reprendre ce qui est enregistré', false],
  ['Enregistrer les miens quand même', true],
])('when another device has stored other days first, the owner can choose « %s »', async (choice, isHolidays) => {
  const { user, api } = await openDays();
  await user.click(await screen.findByLabelText('Fermer les jours fériés français'));
  const open = [true, true, true, true, true, false, false];
  await api.call('owner_set_days', { weekly: open, holidays: false, off: [], confirmedDays: false, version: 1 });
  await user.click(await button('Enregistrer les jours'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: choice }));
  expect((await api.call('owner_days', {})).holidays).toBe(isHolidays);
  expect(screen.queryByRole('dialog')).toBeNull();
});
