import type { Host } from '@site/contract/host';
import { fakeHost, renderInHost, soon } from '@site/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showOnDesktop } from '../tests/support/fake-screen';
import { addReservationDates } from './api/add-reservation-dates';
import { createReservation } from './api/create-reservation';
import { Page } from './booking-page';

jest.mock('./api/create-reservation');
jest.mock('./api/add-reservation-dates');

beforeEach(() => {
  showOnDesktop();
  jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  jest
    .mocked(createReservation)
    .mockReset()
    .mockImplementation(() => soon({ ok: true, id: 'stored' }));
  jest
    .mocked(addReservationDates)
    .mockReset()
    .mockImplementation(() => soon({ ok: true }));
});
afterEach(() => jest.useRealTimers());

async function send({ phone = '', dates = ['lundi 23 novembre 2026', 'mardi 24 novembre 2026'] } = {}) {
  const navigate = jest.fn<void, [string]>();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const notify = jest.fn<ReturnType<Host['notify']>, Parameters<Host['notify']>>();
  renderInHost(<Page host={fakeHost({ navigate, notify })} />);
  await user.click(screen.getByText('Choisir des dates'));
  for (const date of dates) await user.click(await screen.findByLabelText(`Choisir le ${date}`));
  await user.click(screen.getByText(/^Valider/));
  const typed = { 'Nom complet': ' Zoé Martin ', 'E-mail': 'zoe@exemple.fr', Téléphone: phone };
  for (const [label, value] of Object.entries(typed)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(value);
  }
  await user.click(screen.getByLabelText('Je souhaite bénéficier du financement AGEFICE'));
  await user.click(screen.getByText('Envoyer ma réservation'));
  const recap = (await screen.findByText('Ce que vous avez envoyé')).closest<HTMLElement>('[role=group]');
  if (!recap) throw new Error('The recap is not a group');
  return { navigate, notify, user, recap };
}

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const answer = (recap: HTMLElement, term: string) => within(recap).getByText(term).nextElementSibling;
const fileLink = () => screen.getByText(/à mon agenda/);

function read(href: string | null | undefined) {
  const [type, text = ''] = (href ?? '').split(/,(.*)/s);
  return { type, text: decodeURIComponent(text) };
}

test('the recap lists the sent values and takes the focus', async () => {
  const { recap } = await send({ phone: '06 39 98 00 00' });
  expect(recap).toHaveFocus();
  expect(recap).toHaveAccessibleName('Ce que vous avez envoyé');
  expect(answer(recap, '2 dates demandées')).toHaveTextContent('lundi 23 novembre 2026mardi 24 novembre 2026');
  expect(answer(recap, 'Nom complet')).toHaveTextContent(/^Zoé Martin$/);
  expect(answer(recap, 'E-mail')).toHaveTextContent('zoe@exemple.fr');
  expect(answer(recap, 'Téléphone')).toHaveTextContent('06 39 98 00 00');
  expect(answer(recap, 'Financement AGEFICE')).toHaveTextContent('Souhaité');
  expect(within(recap).queryByRole('textbox')).not.toBeInTheDocument();
});

test('the recap leaves out an empty telephone', async () => {
  const { recap } = await send();
  expect(within(recap).queryByText('Téléphone')).not.toBeInTheDocument();
});

test('the dates can be downloaded as tentative whole-day events', async () => {
  await send();
  expect(fileLink()).toHaveAttribute('download', 'demande-de-dates.ics');
  const { type, text } = read(fileLink().getAttribute('href'));
  expect(type).toBe('data:text/calendar;charset=utf-8');
  expect(text.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual(['DTSTART;VALUE=DATE:20261123', 'DTSTART;VALUE=DATE:20261124']);
  expect(text.match(/STATUS:TENTATIVE/g)).toHaveLength(2);
  const unfolded = text.replaceAll('\r\n ', '');
  expect(unfolded).toContain('SUMMARY:Atelier Relance – demande en attente de confirmation\r\n');
  expect(unfolded).toContain('bonjour@atelier-relance.example\\, 06 39 98 00 00');
});

test('the notice stays until it is closed and offers the same file as the recap', async () => {
  const { notify } = await send({ dates: ['lundi 23 novembre 2026'] });
  const [notice] = notify.mock.calls[0] ?? [];
  expect(notice).not.toHaveProperty('duration');
  expect(notice?.link).toMatchObject({ label: 'Ajouter la date à mon agenda', download: 'demande-de-dates.ics' });
  expect(fileLink()).toHaveTextContent('Ajouter la date à mon agenda');
  expect(notice?.link?.href).toBe(fileLink().getAttribute('href'));
});

test('the return home waits while the mouse moves over the recap', async () => {
  const { navigate, user } = await send();
  await user.hover(fileLink());
  wait(60_000);
  expect(navigate).not.toHaveBeenCalled();
  await user.hover(screen.getByText('Réserver vos sessions'));
  wait(2000);
  expect(navigate).toHaveBeenCalledWith('/');
});

test('Tab reaches the file first and keeps the visitor on the recap', async () => {
  const { navigate, user } = await send();
  await user.tab();
  expect(fileLink()).toHaveFocus();
  wait(60_000);
  expect(navigate).not.toHaveBeenCalled();
});

test('« Rester ici » keeps the recap and confirms this, and another request can be sent', async () => {
  const { navigate, user, recap } = await send();
  await user.click(screen.getByText('Rester ici'));
  await user.hover(screen.getByText('Réserver vos sessions'));
  wait(60_000);
  expect(navigate).not.toHaveBeenCalled();
  expect(recap).toHaveFocus();
  expect(screen.getByText(/^Votre demande est envoyée/)).toBeVisible();
  expect(screen.getByText('Vous restez sur cette page.')).toBeVisible();
  expect(screen.getByText(/Vous allez revenir/)).not.toBeVisible();
  expect(screen.getByText('Revenir à l’accueil')).toHaveAttribute('href', '/');
  expect(screen.getByText('Envoyer ma réservation')).toBeEnabled();
});
