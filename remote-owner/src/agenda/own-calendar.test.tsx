import { act, screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, openSpace, press } from '../../tests/support/open-space';
import type { OwnCalendar } from '../api/own-calendar';

const QUERY = '?vue=agenda&mois=2026-12';
const ADDRESS = 'https://calendar.google.com/calendar/ical/moi/private-0a1b/basic.ics';
const connected: OwnCalendar = {
  host: 'calendar.google.com',
  connectedAt: '2026-11-20T08:00:00Z',
  readAt: '2026-11-23T08:45:00Z',
  failure: null,
  failedSince: null,
  isReading: false,
  days: 2,
};
const section = async () => within(await screen.findByRole('region', { name: 'Votre agenda personnel' }));
const wait = (ms: number) => act(async () => jest.advanceTimersByTime(ms));

test('a calendar is connected, read, and closes its days; disconnected, it opens them', async () => {
  const { api, notices } = await openSpace({ query: QUERY });
  const own = await section();
  fill(await own.findByLabelText('Adresse de votre agenda'), 'http://exemple.fr/a.ics');
  await press(await button('Connecter'));
  expect(own.getByText(/^Ce n’est pas l’adresse d’un agenda/)).toBeInTheDocument();
  fill(own.getByLabelText('Adresse de votre agenda'), ADDRESS);
  expect(await axe(screen.getByRole('region', { name: 'Votre agenda personnel' }))).toHaveProperty('violations', []);
  await press(await button('Connecter'));
  expect(api.calls).toContainEqual(['owner_set_own_calendar', { address: ADDRESS }]);
  expect(await own.findByText(/^Connecté à calendar\.google\.com depuis le 23 nov\., 10:0/)).toBeInTheDocument();
  expect(document.body.innerHTML).not.toContain('private-0a1b');
  expect(own.getByText('Lecture en cours…')).toBeInTheDocument();
  await wait(2000);
  expect(await own.findByText(/^Lu le 23 nov\., 10:0.*: 2 jours fermés\.$/)).toBeInTheDocument();
  const busy = await screen.findByLabelText(/^mardi 8 décembre 2026, .*occupé dans votre agenda$/, {
    selector: 'button',
  });
  await press(busy);
  expect(screen.getByText(/^Votre agenda personnel a un événement ce jour-là/)).toBeInTheDocument();
  expect(screen.getByText('Occupé dans votre agenda')).toBeInTheDocument();
  await press(await button('Déconnecter'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^Les 2 jours qu’il ferme seront de nouveau proposés/)).toBeInTheDocument();
  await press(dialog.getByRole('button', { name: 'Déconnecter' }));
  expect(await own.findByLabelText('Adresse de votre agenda')).toHaveValue('');
  expect(screen.queryByText('Occupé dans votre agenda')).toBeNull();
  expect(notices).toEqual(['Votre agenda est déconnecté.']);
});

test('a failure is shown with the last reading, whose days stay closed, until the owner reads again', async () => {
  const failed = { ...connected, failure: 'slow', failedSince: '2026-11-23T09:00:00Z' };
  const unread = { count: 12, names: ['Yoga', ''] };
  await openSpace({ query: QUERY, ownCalendar: { ...failed, unread } });
  const own = await section();
  const text =
    'Lu le 23 nov., 09:45 ; la dernière lecture a échoué : la réponse est trop lente. Les 2 jours fermés le restent.';
  expect(await own.findByText(text)).toBeInTheDocument();
  expect(
    own.getByText(/^12 rendez-vous n’ont pas pu être lus en entier : « Yoga », sans titre et 10 autres\. Le site/),
  ).toBeInTheDocument();
  await press(await button('Lire maintenant'));
  await wait(2000);
  expect(await own.findByText(/: 2 jours fermés\.$/)).toBeInTheDocument();
});

test('the address can be changed, and changing it can be left', async () => {
  await openSpace({ query: QUERY, ownCalendar: connected });
  const own = await section();
  await press(await own.findByRole('button', { name: 'Changer l’adresse' }));
  await press(own.getByRole('button', { name: 'Annuler' }));
  await press(own.getByRole('button', { name: 'Changer l’adresse' }));
  fill(own.getByLabelText('Adresse de votre agenda'), 'https://p01-caldav.icloud.com/published/2/MTIz');
  await press(own.getByRole('button', { name: 'Connecter' }));
  expect(await own.findByText(/^Connecté à p01-caldav\.icloud\.com/)).toBeInTheDocument();
  expect(own.queryByLabelText('Adresse de votre agenda')).toBeNull();
});

test('days that a restore has kept without the address are named, and can be reopened', async () => {
  await openSpace({ query: QUERY, ownCalendar: { ...connected, host: null, readAt: null } });
  const own = await section();
  expect(await own.findByText(/^Après une restauration/)).toBeInTheDocument();
  await press(own.getByRole('button', { name: 'Rouvrir ces jours' }));
  await press(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rouvrir ces jours' }));
  expect(await own.findByLabelText('Adresse de votre agenda')).toBeInTheDocument();
  expect(own.queryByText(/^Après une restauration/)).toBeNull();
});
