import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, openSpace, press } from '../../tests/support/open-space';

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
  const { notices } = await openSpace({ query: '?vue=agenda' });
  await press(await button('Créer l’adresse'));
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
    expect(hrefOf(name)).toContain(`https://outlook.${host}/calendar/0/addfromweb?url=${encodeURIComponent(address)}`);
  }
  expect(await axe(field.closest('section') ?? document.body)).toHaveProperty('violations', []);
  await press(await button('Changer l’adresse'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/L’ancienne adresse ne marchera plus/)).toBeInTheDocument();
  await press(dialog.getByRole('button', { name: 'Changer l’adresse' }));
  expect(await screen.findByDisplayValue('http://localhost/espace/agenda/nouvelle.ics')).toBeInTheDocument();
  expect(notices).toEqual(['L’adresse est copiée.', 'L’adresse a changé.']);
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

test('with a hosted backend, both addresses are unavailable: of the feed, and of the owner’s own calendar', async () => {
  const backend = { url: 'https://projet.supabase.co', anonKey: 'key' };
  const { api } = await openSpace({ query: '?vue=agenda', backend });
  expect(await screen.findAllByText(/^Indisponible ici/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Créer l’adresse' })).toBeNull();
  expect(api.calls.some(([name]) => /feed|own_calendar/.test(name))).toBe(false);
});
