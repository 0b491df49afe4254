import type { Host } from '@site/contract/host';
import type { CallFailureReason } from '@site/forms/outcome';
import { fakeHost, renderInHost, soon } from '@site/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ContactMessage, sendContactMessage } from './api/send-contact-message';
import { Page } from './contact-page';
import { emptyContact } from './form/use-contact-form';

jest.mock('./api/send-contact-message');
const send = jest.mocked(sendContactMessage);

const typed = { prenom: 'Camille', nom: 'Martin', email: 'camille@exemple.fr', telephone: '06 39 98 00 00' };

beforeEach(() => {
  send.mockReset();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

/** The form restores a draft. */
async function openFilled(changes: Partial<ContactMessage> = {}) {
  const draft = { ...emptyContact, ...typed, prenom: ` ${typed.prenom} `, ...changes };
  sessionStorage.setItem('contact-draft', JSON.stringify(draft));
  const host = fakeHost({
    notify: jest.fn<ReturnType<Host['notify']>, Parameters<Host['notify']>>(),
    navigate: jest.fn(),
  });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const { unmount } = renderInHost(<Page host={host} />);
  return { host, user, unmount };
}

const pressSend = (user: Awaited<ReturnType<typeof openFilled>>['user']) => user.click(screen.getByText('Envoyer'));
const expectConsoleError = () => jest.spyOn(console, 'error').mockImplementation();

test('a stored message empties the form, is announced for five seconds and leads home after two', async () => {
  send.mockImplementation(() => soon({ ok: true }));
  const { host, user } = await openFilled();
  await user.click(screen.getByRole('checkbox'));
  await pressSend(user);
  expect(await screen.findByText('Vous allez revenir à l’accueil.')).toBeVisible();
  expect(send.mock.calls[0]?.[2]).toEqual({ ...typed, message: '', isAgefice: true });
  expect(host.notify).toHaveBeenCalledTimes(1);
  expect(host.notify).toHaveBeenCalledWith({
    title: 'Formulaire envoyé !',
    description: 'Votre message, avec financement AGEFICE, a été envoyé à bonjour@atelier-relance.example.',
    tone: 'success',
    duration: 5000,
  });
  expect(screen.getByLabelText('Prénom')).toHaveValue('');
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  act(() => jest.advanceTimersByTime(1900));
  expect(host.navigate).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(100));
  expect(host.navigate).toHaveBeenCalledWith('/');
});

test('a failure after the page was left is announced by its notice', async () => {
  expectConsoleError();
  let answer: (outcome: { ok: false; reason: 'offline'; error: Error }) => void = () => undefined;
  send.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const { host, user, unmount } = await openFilled();
  await pressSend(user);
  await waitFor(() => expect(send).toHaveBeenCalled());
  unmount();
  await act(async () => answer({ ok: false, reason: 'offline', error: new Error('offline') }));
  expect(host.notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Erreur', announced: true }));
});

test('an answer that arrives after the page was left is announced and removes the draft, without a navigation', async () => {
  let answer: (outcome: { ok: true }) => void = () => undefined;
  send.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const { host, user, unmount } = await openFilled();
  await pressSend(user);
  await waitFor(() => expect(send).toHaveBeenCalled());
  unmount();
  expect(sessionStorage.getItem('contact-draft')).toContain(typed.email);
  await act(async () => answer({ ok: true }));
  expect(sessionStorage.getItem('contact-draft')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(host.notify).toHaveBeenCalledTimes(1);
  expect(host.navigate).not.toHaveBeenCalled();
});

test('sending again withdraws the notice of the earlier failure', async () => {
  expectConsoleError();
  send.mockImplementationOnce(() => soon({ ok: false, reason: 'offline', error: new Error('offline') }));
  send.mockReturnValueOnce(new Promise(() => undefined));
  const withdraw = jest.fn();
  const { host, user } = await openFilled();
  jest.mocked(host.notify).mockReturnValue(withdraw);
  await pressSend(user);
  await screen.findByText(/le serveur ne répond pas/);
  expect(withdraw).not.toHaveBeenCalled();
  await pressSend(user);
  expect(withdraw).toHaveBeenCalledTimes(1);
});

test.each<[string, CallFailureReason, number | undefined, RegExp]>([
  ['is rejected', 'rejected', undefined, /n’est pas parti/],
  ['is one too many', 'too-many', undefined, /Réessayez un peu plus tard/],
  ['is one too many for 437 s', 'too-many', 437, /Réessayez dans 8 minutes/],
])('a message that %s keeps the typed values', async (_, reason, retryAfterS, status) => {
  const logged = expectConsoleError();
  const error = new Error('from the backend');
  send.mockImplementation(() => soon({ ok: false, reason, error, ...(retryAfterS && { retryAfterS }) }));
  const { host, user } = await openFilled();
  await pressSend(user);
  expect((await screen.findByText(status)).closest('[role=alert]')).toBeVisible();
  expect(host.notify).toHaveBeenCalledWith({
    title: 'Erreur',
    description: "Une erreur est survenue lors de l'envoi du formulaire. Veuillez réessayer.",
    tone: 'error',
    announced: false,
  });
  expect(logged).toHaveBeenCalledWith(error);
  expect(screen.getByLabelText('Nom')).toHaveValue(typed.nom);
  expect(screen.getByText('Envoyer')).toBeEnabled();
  act(() => jest.advanceTimersByTime(10_000));
  expect(host.navigate).not.toHaveBeenCalled();
});

test('the recap shows the sent values and takes the focus, and the form is empty', async () => {
  send.mockImplementation(() => soon({ ok: true }));
  const { user } = await openFilled({ message: 'Bonjour,\nà quelle heure ?' });
  await pressSend(user);
  const recap = await screen.findByRole('group', { name: 'Ce que vous avez envoyé' });
  expect(recap).toHaveFocus();
  const terms = ['Prénom', 'Nom', 'E-mail', 'Téléphone', 'Votre message', 'Financement AGEFICE'];
  expect(terms.map((term) => within(recap).getByText(term).nextElementSibling?.textContent)).toEqual([
    ...Object.values(typed),
    'Bonjour,\nà quelle heure ?',
    'Non demandé',
  ]);
  expect(screen.getByLabelText('Votre message')).toHaveValue('');
});
