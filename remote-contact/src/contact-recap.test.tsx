import { fakeHost, renderInHost, soon } from '@site/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sendContactMessage } from './api/send-contact-message';
import { Page } from './contact-page';

jest.mock('./api/send-contact-message');

beforeEach(() => {
  jest.useFakeTimers();
  jest
    .mocked(sendContactMessage)
    .mockReset()
    .mockImplementation(() => soon({ ok: true }));
});
afterEach(() => jest.useRealTimers());

const typed = { Prénom: ' Zoé ', Nom: 'Martin', 'E-mail': 'zoe@exemple.fr', Téléphone: '06 39 98 00 00' };

async function send(message = '') {
  const navigate = jest.fn<void, [string]>();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  renderInHost(<Page host={fakeHost({ navigate })} />);
  for (const [label, value] of Object.entries({ ...typed, 'Votre message': message })) {
    await user.click(screen.getByLabelText(label));
    await user.paste(value);
  }
  await user.click(screen.getByText('Envoyer'));
  return { navigate, user, recap: await screen.findByRole('group', { name: 'Ce que vous avez envoyé' }) };
}

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const answer = (recap: HTMLElement, term: string) => within(recap).getByText(term).nextElementSibling?.textContent;

test('the recap shows the sent values after the form was emptied', async () => {
  const { recap } = await send('Bonjour,\nà quelle heure ?');
  expect(recap).toHaveFocus();
  expect(['Prénom', 'Nom', 'E-mail', 'Téléphone'].map((term) => answer(recap, term))).toEqual([
    'Zoé',
    'Martin',
    'zoe@exemple.fr',
    '06 39 98 00 00',
  ]);
  expect(answer(recap, 'Votre message')).toBe('Bonjour,\nà quelle heure ?');
  expect(answer(recap, 'Financement AGEFICE')).toBe('Non demandé');
  expect(screen.getByLabelText('Votre message')).toHaveValue('');
});

test('the recap leaves out an empty message', async () => {
  const { recap } = await send();
  expect(within(recap).queryByText('Votre message')).not.toBeInTheDocument();
});

test('the return home waits while the mouse moves over the recap', async () => {
  const { navigate, user, recap } = await send();
  await user.hover(recap);
  wait(60_000);
  expect(navigate).not.toHaveBeenCalled();
  await user.hover(screen.getByRole('heading', { level: 1 }));
  wait(2000);
  expect(navigate).toHaveBeenCalledWith('/');
});

test('« Rester ici » keeps the recap and confirms this, and another message can be sent', async () => {
  const { navigate, user, recap } = await send();
  await user.click(screen.getByRole('button', { name: 'Rester ici' }));
  await user.hover(screen.getByRole('heading', { level: 1 }));
  wait(60_000);
  expect(navigate).not.toHaveBeenCalled();
  expect(recap).toHaveFocus();
  expect(screen.getByText('Vous restez sur cette page.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Revenir à l’accueil' })).toHaveAttribute('href', '/');
  expect(screen.getByText('Envoyer')).toBeEnabled();
});
