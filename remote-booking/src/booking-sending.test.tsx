import { createHash } from 'node:crypto';
import type { Host } from '@site/contract/host';
import { fakeHost, renderInHost, soon } from '@site/shared-ui/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showOnDesktop } from '../tests/support/fake-screen';
import { managedDay, managedRequest } from '../tests/support/managed-request';
import type { Booking } from './api/booking';
import { callManaged, sendLinkAgain } from './api/managed-request';
import { addReservationDates, createReservation, type ReservationOutcome } from './api/reservation';
import { Page } from './booking-page';
import { emptyBooking } from './form/booking-checks';

jest.mock('./api/reservation');
jest.mock('./api/managed-request');
const create = jest.mocked(createReservation);
const addDates = jest.mocked(addReservationDates);

const errorNotice = {
  title: 'Erreur',
  description: 'Une erreur est survenue. Veuillez réessayer.',
  tone: 'error',
  announced: false,
};

beforeEach(() => {
  showOnDesktop();
  jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  create.mockReset().mockImplementation(() => soon({ ok: true, id: 'stored' }));
  addDates.mockReset().mockImplementation(() => soon({ ok: true }));
});
afterEach(() => jest.useRealTimers());

/** The form restores a draft, which is faster than a calendar that is opened and clicked. */
async function openFilled(changes: Partial<Booking> = {}) {
  const dates = ['2026-11-23', '2026-11-24'];
  const draft = { ...emptyBooking, name: ' Camille Martin ', email: 'camille@exemple.fr', dates, ...changes };
  sessionStorage.setItem('booking-draft', JSON.stringify(draft));
  const host = fakeHost({
    notify: jest.fn<ReturnType<Host['notify']>, Parameters<Host['notify']>>(),
    navigate: jest.fn(),
  });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const { unmount } = renderInHost(<Page host={host} />);
  return { host, user, unmount };
}

type User = Awaited<ReturnType<typeof openFilled>>['user'];
const submit = () => screen.getByText('Envoyer ma réservation');
const pressSend = (user: User) => user.click(submit());

function holdReservation() {
  let answer: (outcome: ReservationOutcome) => void = () => undefined;
  create.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  return () => act(async () => answer({ ok: true, id: 'stored' }));
}

test('while sending, the button shows the progress and further clicks do nothing', async () => {
  const answer = holdReservation();
  const { user } = await openFilled();
  const form = submit().closest('form') as HTMLFormElement;
  fireEvent.submit(form);
  fireEvent.submit(form);
  const button = await screen.findByText('Envoi en cours...');
  expect(button).toBeDisabled();
  await user.click(button);
  await user.type(screen.getByLabelText('Nom complet'), '{Enter}');
  expect(create).toHaveBeenCalledTimes(1);
  await answer();
});

test('a stored booking is announced until the notice is closed, and leads home after two seconds', async () => {
  const { host, user } = await openFilled();
  await user.click(screen.getByRole('checkbox'));
  await pressSend(user);
  expect(await screen.findByText('Vous allez revenir à l’accueil.')).toBeVisible();
  const { dates: _, ...unanswered } = emptyBooking;
  const answers = { name: 'Camille Martin', email: 'camille@exemple.fr', isAgefice: true };
  expect(create.mock.calls[0]?.[2]).toEqual({ ...unanswered, ...answers });
  expect(addDates.mock.calls[0]?.[2]).toEqual({ reservationId: 'stored', dates: ['2026-11-23', '2026-11-24'] });
  expect(host.notify).toHaveBeenCalledTimes(1);
  expect(host.notify).toHaveBeenCalledWith({
    title: 'Réservation envoyée !',
    description:
      'Votre réservation, avec financement AGEFICE, pour le lundi 23 novembre 2026 et le mardi 24 novembre 2026 a été envoyée à bonjour@atelier-relance.example. À confirmer par notre réponse.',
    tone: 'success',
    link: expect.objectContaining({ download: 'demande-de-dates.ics' }),
  });
  await pressSend(user);
  expect(create).toHaveBeenCalledTimes(1);
  expect(host.navigate).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(2000));
  expect(host.navigate).toHaveBeenCalledWith('/');
  expect(screen.getByLabelText('Nom complet')).toHaveValue('');
});

const CALENDAR_FILE = './calendar-file/calendar-file';

test.each<[name: string, load: () => object]>([
  [
    'fails to load',
    () => {
      throw new Error('It is gone.');
    },
  ],
  // A promise waits for what has a `then`.
  ['never loads', () => Object.fromEntries([['then', () => undefined]])],
])('a stored booking is announced without the calendar file whose code %s', async (_, load) => {
  jest.doMock(CALENDAR_FILE, load);
  const { host, user } = await openFilled();
  await pressSend(user);
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(jest.mocked(host.notify).mock.calls).toEqual([[expect.objectContaining({ title: 'Réservation envoyée !' })]]);
  expect(jest.mocked(host.notify).mock.calls[0]?.[0]).not.toHaveProperty('link');
  jest.dontMock(CALENDAR_FILE);
});

test('the form names a day that was closed after the calendar was opened, and keeps all typed values', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  addDates.mockImplementationOnce(() =>
    soon({ ok: false, reason: 'rejected', closedDate: '2026-11-24', error: new Error('closed') }),
  );
  const { host, user } = await openFilled();
  await pressSend(user);
  expect(await screen.findByText(/^Le mardi 24 novembre 2026 n’est plus disponible\./)).toBeVisible();
  expect(host.notify).toHaveBeenCalledWith(errorNotice);
  expect(screen.getByLabelText('Nom complet')).toHaveValue(' Camille Martin ');

  await user.click(screen.getByLabelText('Retirer le mardi 24 novembre 2026'));
  await pressSend(user);
  expect(await screen.findByText('Vous allez revenir à l’accueil.')).toBeVisible();
  expect(addDates.mock.lastCall?.[2].dates).toEqual(['2026-11-23']);
  expect(create).toHaveBeenCalledTimes(1);
});

async function openRecap(changes: Partial<Booking> = {}) {
  const opened = await openFilled(changes);
  await pressSend(opened.user);
  const recap = (await screen.findByText('Ce que vous avez envoyé')).closest<HTMLElement>('[role=group]');
  if (!recap) throw new Error('The recap is not a group');
  return { ...opened, recap };
}

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const answer = (recap: HTMLElement, term: string) => within(recap).getByText(term).nextElementSibling;
const fileLink = () => screen.getByText(/à mon agenda/);

test('the recap lists the sent values and takes the focus', async () => {
  const { recap } = await openRecap({ phone: '+33639980000', isAgefice: true });
  expect(recap).toHaveFocus();
  expect(recap).toHaveAccessibleName('Ce que vous avez envoyé');
  expect(answer(recap, '2 dates demandées')).toHaveTextContent('lundi 23 novembre 2026mardi 24 novembre 2026');
  expect(answer(recap, 'Nom complet')).toHaveTextContent(/^Camille Martin$/);
  expect(answer(recap, 'E-mail')).toHaveTextContent('camille@exemple.fr');
  expect(answer(recap, 'Téléphone')).toHaveTextContent('06 39 98 00 00');
  expect(answer(recap, 'Financement AGEFICE')).toHaveTextContent('Souhaité');
  expect(answer(recap, 'Dossier AGEFICE complet')).toHaveTextContent(
    /^Le délai de 15 jours .* est passé pour le lundi/,
  );
  expect(answer(recap, 'Ensuite, pour l’AGEFICE')).toHaveTextContent(/attestation CFP.*avant notre réponse\./);
  expect(within(recap).getByRole('link', { name: 'Voir les étapes du dossier' })).toHaveAttribute('href', '/agefice');
  expect(within(recap).queryByText('Avant la journée')).not.toBeInTheDocument();
  expect(within(recap).queryByRole('textbox')).not.toBeInTheDocument();
});

test.each([
  ['several dates that are all wanted', { daysWanted: 'all' }, 'Une journée à chacune de ces dates', /^398.*pour 2/],
  ['several dates without an answer about them', {}, 'à préciser', /^199.*la journée$/],
  ['one date', { dates: ['2026-11-23'], daysWanted: 'all' }, undefined, /^199.*la journée$/],
])('a booking of %s is sent and shown as such, with its price', async (_, changes, wanted, price) => {
  const { recap } = await openRecap(changes);
  expect(create.mock.calls[0]?.[2]).toMatchObject({ daysWanted: wanted?.startsWith('Une') ? 'all' : '' });
  const shown = within(recap).queryByText('Journées souhaitées')?.nextElementSibling;
  expect(shown?.textContent).toBe(wanted);
  expect(answer(recap, 'Prix')).toHaveTextContent(price);
  expect(answer(recap, 'Avant la journée')).toHaveTextContent(
    /contrat de formation à signer.*dix jours\. (?:La journée|Les journées) du lundi 23.*ne? .* lieu que si vous le demandez en signant\.$/,
  );
});

test('the recap of a later day says nothing of a day within the time to withdraw', async () => {
  const { recap } = await openRecap({ dates: ['2026-12-14'] });
  expect(answer(recap, 'Avant la journée')).toHaveTextContent(/pendant ces dix jours\.$/);
});

/** jsdom computes no hashes. */
async function withDigests<Result>(run: () => Promise<Result>): Promise<Result> {
  const digest = async (_: string, data: Uint8Array) => createHash('sha256').update(data).digest();
  Object.defineProperty(crypto, 'subtle', { value: { digest }, configurable: true });
  return run().finally(() => Reflect.deleteProperty(crypto, 'subtle'));
}

const SECRET = 'e'.repeat(64);

test.each([
  [
    'the state and the link, if the tab has it',
    SECRET,
    'stored',
    /^Vous avez déjà envoyé cette demande\. Votre journée est confirmée\. Vous/,
  ],
  [
    'where the link is, if the tab has that of another request and no mail can leave',
    SECRET,
    'other',
    /^Vous avez déjà envoyé cette demande\. Le lien.* ne peut pas vous être renvoyé.* écrivez-nous\. Vous/,
  ],
  [
    'a link by mail that the tab does not have',
    null,
    'stored',
    /^Vous avez déjà envoyé cette demande\. Le lien.* vous est renvoyé par e-mail.* écrivez-nous\. Vous/,
  ],
])('a booking that was sent before is told as such, with %s', async (_, secret, linked, status) => {
  create.mockImplementation(() => soon({ ok: true, id: 'stored', isRepeat: true }));
  const uid = `${createHash('sha256').update(linked).digest('hex').slice(0, 32)}-2026-11-23`;
  const days = [managedDay({ date: '2026-11-23', confirmed: true, uid })];
  const value = managedRequest({ status: 'confirmee', days });
  jest
    .mocked(callManaged)
    .mockReset()
    .mockImplementation(() => soon({ ok: true, value }));
  jest.mocked(sendLinkAgain).mockImplementation(() => soon(secret === null));
  if (secret) sessionStorage.setItem('booking-link', secret);
  const { host, recap } = await withDigests(openRecap);
  sessionStorage.removeItem('booking-link');
  expect(within(recap).getAllByRole('status')[0]).toHaveTextContent(status);
  expect(jest.mocked(host.notify).mock.calls[0]?.[0].title).toBe('Demande déjà envoyée');
  expect(jest.mocked(host.notify).mock.calls[0]?.[0]).not.toHaveProperty('link');
  expect(within(recap).queryByText(/à mon agenda|en attente de confirmation|avant notre réponse/)).toBeNull();
  const terms = within(recap).getAllByRole('term');
  expect(terms.map(({ textContent }) => textContent)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:Prix|Horaires|Avant la journée|Dossier AGEFICE complet)$/)]),
  );
  expect(within(recap).getByText('Vous restez sur cette page.')).toBeVisible();
  wait(60_000);
  expect(host.navigate).not.toHaveBeenCalled();
  const isOwn = secret !== null && linked === 'stored';
  const links = within(recap).queryAllByRole('link', { name: 'Gérer ma demande' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    isOwn ? [`http://localhost/reservation/gerer#${SECRET}`] : [],
  );
});

test('the recap keeps the link to the request, which can be copied, printed and saved with the dates', async () => {
  const { recap, user } = await withDigests(openRecap);
  const link = within(recap).getByRole('link', { name: 'Gérer ma demande' });
  const href = link.getAttribute('href') ?? '';
  expect(href).toMatch(/^http:\/\/localhost\/reservation\/gerer#[0-9a-f]{64}$/);
  expect(answer(recap, 'Lien pour gérer votre demande')).toHaveTextContent(href);
  await user.click(within(recap).getByRole('button', { name: 'Copier le lien' }));
  expect(await within(recap).findByRole('button', { name: 'Lien copié' })).toHaveFocus();
  expect(await navigator.clipboard.readText()).toBe(href);
  const file = decodeURIComponent(fileLink().getAttribute('href') ?? '').replaceAll('\r\n ', '');
  expect(file).toContain(`Gérer ma demande\u00a0: ${href}`);
  const print = jest.spyOn(window, 'print').mockImplementation();
  await user.click(within(recap).getByRole('button', { name: 'Imprimer' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('a booking is sent by a browser that refuses to store its link, and the notice offers none', async () => {
  const { host, user } = await openFilled();
  const refusal = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No storage.');
  });
  await withDigests(async () => {
    await pressSend(user);
    expect(await screen.findByText('Ce que vous avez envoyé')).toBeVisible();
  });
  refusal.mockRestore();
  expect(jest.mocked(host.notify).mock.calls[0]?.[0]).not.toHaveProperty('otherLink');
});

test('the dates can be downloaded as tentative whole-day events', async () => {
  await openRecap();
  expect(fileLink()).toHaveAttribute('download', 'demande-de-dates.ics');
  const [type, text = ''] = (fileLink().getAttribute('href') ?? '').split(/,(.*)/s).map(decodeURIComponent);
  expect(type).toBe('data:text/calendar;charset=utf-8');
  expect(text.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual(['DTSTART;VALUE=DATE:20261123', 'DTSTART;VALUE=DATE:20261124']);
  expect(text.match(/STATUS:TENTATIVE/g)).toHaveLength(2);
  const unfolded = text.replaceAll('\r\n ', '');
  expect(unfolded).toContain('SUMMARY:Atelier Relance – demande en attente de confirmation\r\n');
  expect(unfolded).toContain('bonjour@atelier-relance.example\\, 06 39 98 00 00');
});

test('the notice of a request without funding stays until it is closed and offers the same file as the recap', async () => {
  const { host } = await openRecap({ dates: ['2026-11-23'] });
  const [notice] = jest.mocked(host.notify).mock.calls[0] ?? [];
  expect(notice?.description).toContain('sans financement particulier');
  expect(notice).not.toHaveProperty('duration');
  const label = 'Ajouter la date à mon agenda (à confirmer)';
  expect(notice?.link).toMatchObject({ label, download: 'demande-de-dates.ics' });
  expect(fileLink()).toHaveTextContent('Ajouter la date à mon agenda (à confirmer)');
  expect(notice?.link?.href).toBe(fileLink().getAttribute('href'));
});
