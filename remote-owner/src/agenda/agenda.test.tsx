import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, openSpace, press } from '../../tests/support/open-space';
import type { OwnCalendar } from '../api/wire';

describe('agenda', () => {
  test('a month lists its confirmed and requested days, each with a link to its request', async () => {
    await openSpace({ query: '?vue=agenda&mois=2026-11' });
    expect(await screen.findByText('Aucune journée confirmée ou demandée ce mois-ci.')).toBeInTheDocument();
    await press(await button('Mois suivant'));
    const list = within(await screen.findByRole('region', { name: 'Journées du mois' }));
    expect(await list.findByRole('heading', { name: 'jeudi 10 décembre 2026' })).toBeInTheDocument();
    expect(list.getByRole('heading', { name: 'lundi 7 décembre 2026' })).toBeInTheDocument();
    expect(window.location.search).toBe('?vue=agenda&mois=2026-12');
    await press(list.getByRole('link', { name: 'Dominique Petit' }));
    expect(await screen.findByRole('heading', { name: 'Dominique Petit' })).toBeInTheDocument();
  });

  test('the address for a phone’s calendar is created, copied, and changed after one confirmation', async () => {
    const { notices } = await openSpace({ query: '?vue=agenda&champ=feed' });
    const create = await button('Créer l’adresse');
    expect(create).toHaveFocus();
    await press(create);
    const address = 'http://localhost/espace/agenda/premiere.ics';
    const field = await screen.findByLabelText('Adresse de l’agenda');
    expect(field).toHaveValue(address);
    expect(screen.getByText(/^Copiez cette adresse maintenant/)).toBeInTheDocument();
    await press(await button('Copier l’adresse'));
    expect(await navigator.clipboard.readText()).toBe(address);
    const ics = encodeURIComponent('webcal://localhost/espace/agenda/premiere.ics');
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('iPhone, iPad ou Mac')).toBe('webcal://localhost/espace/agenda/premiere.ics');
    expect(hrefOf('Google Agenda')).toBe(`https://calendar.google.com/calendar/r?cid=${ics}`);
    for (const [name, host] of [
      ['Outlook', 'live.com'],
      ['Outlook professionnel', 'office.com'],
    ] as const) {
      expect(hrefOf(name)).toContain(
        `https://outlook.${host}/calendar/0/addfromweb?url=${encodeURIComponent(address)}`,
      );
    }
    expect(await axe(field.closest('section') ?? document.body)).toHaveProperty('violations', []);
    await press(await button('Changer l’adresse'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/L’ancienne adresse ne marchera plus/)).toBeInTheDocument();
    await press(dialog.getByRole('button', { name: 'Changer l’adresse' }));
    expect(await screen.findByDisplayValue('http://localhost/espace/agenda/nouvelle.ics')).toBeInTheDocument();
    expect(notices).toEqual(['L’adresse est copiée.', 'L’adresse a changé.']);
  });

  test('the button that an address names is in sight once all that stands above it is there', async () => {
    // jsdom has no layout and cannot scroll.
    const scrolled = jest.fn(() => screen.queryByRole('region', { name: 'Journées du mois' }) !== null);
    Element.prototype.scrollIntoView = scrolled;
    await openSpace({ query: '?vue=agenda&champ=feed' });
    expect(await button('Créer l’adresse')).toHaveFocus();
    await screen.findByRole('region', { name: 'Journées du mois' });
    await waitFor(() => expect(scrolled).toHaveLastReturnedWith(true));
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });

  test('a new address is shown until the owner leaves the agenda, then only its date, and it can only be changed', async () => {
    await openSpace({ query: '?vue=agenda' });
    await press(await button('Créer l’adresse'));
    await screen.findByLabelText('Adresse de l’agenda');
    await press(screen.getByRole('link', { name: 'Site' }));
    await press(await screen.findByRole('link', { name: 'Agenda' }));
    expect(await screen.findByText(/^Une adresse existe depuis le .* seulement changée\.$/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Adresse de l’agenda')).toBeNull();
    expect(await button('Changer l’adresse')).toBeEnabled();
  });

  test('with a hosted backend, the address is that of its function', async () => {
    await openSpace({ query: '?vue=agenda', backend: { url: 'https://projet.supabase.co', anonKey: 'key' } });
    await press(await button('Créer l’adresse'));
    const address = 'https://projet.supabase.co/functions/v1/agenda/premiere.ics';
    expect(await screen.findByLabelText('Adresse de l’agenda')).toHaveValue(address);
  });
});

describe('own calendar', () => {
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
    unread: { count: 0, names: [] },
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
    expect(await own.findByText(/^Connecté à calendar\.google\.com depuis le 23 nov\. à 10 h/)).toBeInTheDocument();
    expect(document.body.innerHTML).not.toContain('private-0a1b');
    expect(own.getByText('Lecture en cours…')).toBeInTheDocument();
    await wait(2000);
    expect(await own.findByText(/^Lu le 23 nov\. à 10 h.*: 2 jours fermés\.$/)).toBeInTheDocument();
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
      'Lu le 23 nov. à 9 h 45 ; la dernière lecture a échoué : la réponse est trop lente. Les 2 jours fermés le restent.';
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
});
