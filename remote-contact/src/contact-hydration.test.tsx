import { prepareHydration } from '@site/forms/testing/hydration';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sendContactMessage } from './api/send-contact-message';
import { Page } from './contact-page';

jest.mock('./api/send-contact-message');

const { showPrerendered, hydrate } = prepareHydration({ Page });

test('the prerendered form cannot be submitted, by click or Enter, and has no action; other ways to write are there', async () => {
  const container = showPrerendered();
  expect(screen.getByRole('link', { name: '06 39 98 00 00' })).toBeInTheDocument();
  expect(container.querySelector('[style]')).toBeNull();
  const submitted = jest.fn((event: Event) => event.preventDefault());
  container.addEventListener('submit', submitted);
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBeDisabled();
  await userEvent.setup().type(screen.getByLabelText('Nom'), 'Martin{Enter}');
  expect(submitted).not.toHaveBeenCalled();
  const form = container.querySelector('form');
  expect(form).not.toHaveAttribute('action');
  expect(form?.method).toBe('dialog');
});

test('keeps and sends values that were typed, ticked or autofilled before hydration', async () => {
  jest.mocked(sendContactMessage).mockReturnValue(new Promise(() => undefined));
  const container = showPrerendered();
  const user = userEvent.setup();
  const values = { Prénom: 'Camille', Nom: 'Martin', 'E-mail': 'camille@exemple.fr', Téléphone: '0639980000' };
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value);
  await user.click(screen.getByRole('checkbox'));
  await hydrate(container);
  for (const [label, value] of Object.entries(values)) expect(screen.getByLabelText(label)).toHaveValue(value);
  expect(screen.getByRole('checkbox')).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  await screen.findByText('Envoi en cours...');
  expect(jest.mocked(sendContactMessage).mock.calls[0]?.[2]).toEqual({
    prenom: 'Camille',
    nom: 'Martin',
    email: 'camille@exemple.fr',
    telephone: '0639980000',
    message: '',
    isAgefice: true,
  });
});

test('the prerendered form has the honeypot, and its value before hydration counts', async () => {
  const send = jest.mocked(sendContactMessage).mockReset().mockResolvedValue({ ok: true });
  const container = showPrerendered();
  const honeypot = container.querySelector<HTMLInputElement>('[hidden] input');
  if (!honeypot) throw new Error('The form has no honeypot');
  honeypot.value = 'https://exemple.fr';
  await hydrate(container);
  const user = userEvent.setup();
  const values = { Prénom: 'Camille', Nom: 'Martin', 'E-mail': 'camille@exemple.fr', Téléphone: '0639980000' };
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value);
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText(/Votre message est envoyé/)).toBeVisible();
  expect(send.mock.calls[0]?.[1]).toMatchObject({ isHoneypotFilled: true });
});

test.each([
  ['?utm_source=lettre&financement=agefice', true],
  ['?financement=autre', false],
])(
  'a visit with "%s" hydrates the prerendered form and then makes the AGEFICE choice: %s',
  async (search, isChosen) => {
    window.history.replaceState(null, '', `/contact${search}`);
    const container = showPrerendered();
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    await userEvent.setup().type(screen.getByLabelText('Nom'), 'Martin');
    await hydrate(container);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(isChosen);
    expect(screen.getByLabelText('Nom')).toHaveValue('Martin');
  },
);
