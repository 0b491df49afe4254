import { prepareHydration } from '@site/forms/testing/hydration';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showOnDesktop, showOnPhone } from '../tests/support/fake-screen';
import { emptyBooking } from './api/booking';
import { Page } from './booking-page';

jest.mock('./api/create-reservation');
jest.mock('./api/add-reservation-dates');

const { showPrerendered, hydrate } = prepareHydration({ Page });
const submit = () => screen.getByRole('button', { name: 'Envoyer ma réservation' });
const newUser = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

beforeEach(() => {
  showOnDesktop();
  jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-11-21T10:00:00Z') });
});
afterEach(() => jest.useRealTimers());

test('the prerendered form cannot be submitted, by click or Enter, and has no action', async () => {
  const container = showPrerendered();
  const submitted = jest.fn((event: Event) => event.preventDefault());
  container.addEventListener('submit', submitted);
  expect(submit()).toBeDisabled();
  await newUser().type(screen.getByLabelText('Nom complet'), 'Camille{Enter}');
  expect(submitted).not.toHaveBeenCalled();
  const form = container.querySelector('form');
  expect(form).not.toHaveAttribute('action');
  expect(form?.method).toBe('dialog');
});

test('the prerendered page shows the e-mail and the telephone, without a calendar or a style attribute', () => {
  const container = showPrerendered();
  expect(screen.getByRole('link', { name: '06 39 98 00 00' })).toBeInTheDocument();
  expect(screen.queryByRole('gridcell')).not.toBeInTheDocument();
  expect(container.querySelector('[style]')).toBeNull();
});

test('keeps values that were typed, ticked or autofilled before hydration', async () => {
  const container = showPrerendered();
  const user = newUser();
  await user.type(screen.getByLabelText('Nom complet'), 'Camille Martin');
  await user.type(screen.getByLabelText('E-mail'), 'camille@exemple.fr');
  await user.click(screen.getByRole('checkbox'));
  await hydrate(container);
  expect(submit()).toBeEnabled();
  await user.type(screen.getByLabelText('Téléphone'), '0639980000');
  expect(screen.getByLabelText('Nom complet')).toHaveValue('Camille Martin');
  expect(screen.getByLabelText('E-mail')).toHaveValue('camille@exemple.fr');
  expect(screen.getByLabelText('Téléphone')).toHaveValue('0639980000');
  expect(screen.getByRole('checkbox')).toBeChecked();
});

test('a sheet that was opened before hydration is the one that the repeated press fills', async () => {
  showOnPhone();
  const container = showPrerendered();
  const opener = screen.getByRole('button', { name: 'Choisir des dates' });
  const sheet = container.querySelector('dialog');
  expect(sheet).toHaveAttribute('id', opener.getAttribute('aria-controls'));
  expect(sheet).toHaveTextContent(/Choisissez vos dates.*Ouverture du calendrier…/);
  sheet?.showModal();
  await hydrate(container);
  expect(sheet).toHaveAttribute('open');
  await act(async () => opener.click());
  expect(screen.getByRole('dialog', { name: 'Choisissez vos dates' })).toBe(sheet);
  expect(await screen.findAllByRole('gridcell')).not.toHaveLength(0);
  await newUser().click(screen.getByRole('button', { name: 'Fermer le calendrier' }));
  expect(sheet).not.toHaveAttribute('open');
  expect(sheet).toBeEmptyDOMElement();
});

test('a visit for a funded plan hydrates the prerendered form and then makes the AGEFICE choice', async () => {
  window.history.replaceState(null, '', '/booking?financement=agefice');
  const container = showPrerendered();
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  await hydrate(container);
  expect(screen.getByRole('checkbox')).toBeChecked();
});

test('hydration restores a kept booking, without past or invalid dates', async () => {
  const dates = ['2026-11-20', 'demain', '2026-11-21'];
  const draft = { ...emptyBooking, dates, name: 'Camille', isAgefice: true, subject: 'robot' };
  sessionStorage.setItem('booking-draft', JSON.stringify(draft));
  const container = showPrerendered();
  await hydrate(container);
  expect(screen.getByLabelText('Nom complet')).toHaveValue('Camille');
  expect(screen.getByRole('checkbox')).toBeChecked();
  expect(screen.getByRole('button', { name: '1 date(s) sélectionnée(s)' })).toBeEnabled();
  expect(container.querySelector('form [hidden] input')).toHaveValue('');
  const kept: unknown = JSON.parse(sessionStorage.getItem('booking-draft') ?? '');
  expect(kept).toEqual({ ...emptyBooking, dates: ['2026-11-21'], name: 'Camille', isAgefice: true });
});
