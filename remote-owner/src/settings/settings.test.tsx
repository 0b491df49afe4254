import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { CallError } from '../api/answer';
import { button, openSpace } from '../testing/open-space';
import { download } from './download';

jest.mock('../api/open-owner-api');
jest.mock('./download');

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

const openSettings = () => openSpace({ query: '?vue=reglages' });

test('the devices are named, and another one is signed out', async () => {
  const { user, notices } = await openSettings();
  expect(await screen.findByText('Safari, iPhone')).toBeInTheDocument();
  expect(screen.getByText('Navigateur inconnu – Cet appareil')).toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await user.click(await button('Déconnecter cet appareil'));
  expect(notices).toEqual(['L’appareil est déconnecté.']);
  expect(screen.queryByText('Safari, iPhone')).toBeNull();
});

test('signing out leads to the sign-in', async () => {
  const { user } = await openSettings();
  await user.click(await button('Se déconnecter'));
  expect(await button('Recevoir un code')).toBeInTheDocument();
});

test('the state of the site names mails that wait, the last backup and the room on the disk', async () => {
  await openSettings();
  const facts = within((await screen.findByRole('region', { name: 'État du site' })) as HTMLElement);
  expect(await facts.findByText('21,4 Go')).toBeInTheDocument();
  expect(facts.getByText('12,3 Mo')).toBeInTheDocument();
  expect(facts.getByText('22 nov., 03:00')).toBeInTheDocument();
});

test('all requests are exported for a spreadsheet', async () => {
  const { user } = await openSettings();
  await user.click(await button('Exporter toutes les demandes (CSV)'));
  expect(jest.mocked(download)).toHaveBeenCalledWith(
    expect.objectContaining({ name: expect.stringMatching(/^demandes-\d{4}-\d\d-\d\d\.csv$/) }),
  );
});

test('a person is erased only after the address was typed again', async () => {
  const { user, api, notices } = await openSettings();
  await user.type(await screen.findByLabelText('E-mail de la personne'), 'alex@exemple.fr');
  await user.click(await button('Effacer ses données'));
  const dialog = within(await screen.findByRole('dialog'));
  const erase = dialog.getByRole('button', { name: 'Effacer ses données' });
  await user.type(dialog.getByLabelText('Pour confirmer, écrivez alex@exemple.fr'), 'alex@exemple.f');
  expect(erase).toBeDisabled();
  expect(api.requests()).toHaveLength(3);
  await user.type(dialog.getByLabelText('Pour confirmer, écrivez alex@exemple.fr'), 'r');
  await user.click(erase);
  expect(api.requests()).toHaveLength(2);
  expect(notices).toEqual(['Une ligne a été effacée.']);
});

test('a failed action says that nothing was changed', async () => {
  const { user, api, notices } = await openSettings();
  await button('Déconnecter cet appareil');
  api.failWith(new CallError('failed'));
  await user.click(await button('Déconnecter cet appareil'));
  expect(notices).toEqual(['L’action a échoué. Rien n’a été changé\u00a0; réessayez.']);
});
