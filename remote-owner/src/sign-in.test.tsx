import { UiProvider } from '@site/shared-ui';
import { fakeHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { act } from 'react';
import { renderToString } from 'react-dom/server.node';
import { CallError } from './api/answer';
import { Page } from './owner-page';
import { button, heading, openSpace } from './testing/open-space';

jest.mock('./api/open-owner-api');

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => jest.useRealTimers());

async function enterEmail(options: Parameters<typeof openSpace>[0] = {}) {
  const opened = await openSpace({ state: 'signed-out', ...options });
  await opened.user.type(screen.getByLabelText('Votre e-mail'), 'ada@exemple.fr');
  await opened.user.click(await button('Recevoir un code'));
  return opened;
}

test('the composed page is the same for everybody: it shows neither a sign-in nor a request', () => {
  const html = renderToString(
    <UiProvider>
      <Page host={fakeHost()} />
    </UiProvider>,
  );
  expect(html).toContain('Votre espace');
  expect(html).not.toMatch(/<form|<input|Demandes/);
});

test.each([
  '1234 5678',
  '1234\u00a05678',
  '1234-5678',
  '1234\u20115678\n',
  ' 12 34 56 78 ',
  'Votre code\u00a0: 1234 5678.',
])('the code pasted as %j opens the space', async (pasted) => {
  const { user } = await enterEmail();
  expect(await screen.findByText(/Si ada@exemple.fr ouvre cet espace/)).toBeInTheDocument();
  expect(screen.getByLabelText('Code à huit chiffres')).toHaveFocus();
  await user.paste(pasted);
  await user.click(await button('Ouvrir mon espace'));
  expect(await heading('Demandes')).toBeInTheDocument();
});

test('an address and a code that a program filled in without an event open the space', async () => {
  const { user } = await openSpace({ state: 'signed-out' });
  Object.assign(screen.getByLabelText('Votre e-mail'), { value: 'ada@café.example' });
  await user.click(await button('Recevoir un code'));
  expect(await screen.findByText(/Si ada@xn--caf-dma.example ouvre cet espace/)).toBeInTheDocument();
  Object.assign(screen.getByLabelText('Code à huit chiffres'), { value: '12345678' });
  await user.click(await button('Ouvrir mon espace'));
  expect(await heading('Demandes')).toBeInTheDocument();
});

test('a wrong code shows an error, and an incomplete code is not sent', async () => {
  const { user } = await enterEmail();
  await user.type(await screen.findByLabelText('Code à huit chiffres'), '1234-5');
  await user.click(await button('Ouvrir mon espace'));
  expect(screen.getByText('Le code a huit chiffres.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Code à huit chiffres'), '679');
  await user.click(await button('Ouvrir mon espace'));
  expect(await screen.findByText(/Ce code est faux/)).toBeInTheDocument();
  // Typing another code replaces the selected one.
  expect(screen.getByLabelText('Code à huit chiffres')).toHaveFocus();
  await user.keyboard('1234 5678');
  expect(screen.getByLabelText('Code à huit chiffres')).toHaveValue('1234 5678');
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test.each([
  ['12345', 'Le code a huit chiffres.'],
  ['123456', /Ce code est faux/],
  ['1234567890', /Ce code est faux/],
  ['12345678901', 'Le code a huit chiffres.'],
])('the code %s is answered with %s: hosted Auth may send six to ten digits', async (code, sentence) => {
  const { user } = await enterEmail();
  await user.type(await screen.findByLabelText('Code à huit chiffres'), code);
  await user.click(await button('Ouvrir mon espace'));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('another code can be requested after a minute, and the address can be corrected', async () => {
  const { user } = await enterEmail();
  expect(await button(/Renvoyer un code \(dans/)).toBeDisabled();
  act(() => jest.advanceTimersByTime(60_000));
  await user.click(await button('Renvoyer un code'));
  expect(await screen.findByText(/Un nouveau code a été envoyé/)).toBeInTheDocument();
  await user.click(await button('Changer d’adresse'));
  expect(screen.getByLabelText('Votre e-mail')).toHaveValue('ada@exemple.fr');
});

test('an invalid address is not sent, and a site that does not answer shows an error', async () => {
  const { api, user } = await openSpace({ state: 'signed-out' });
  await user.type(screen.getByLabelText('Votre e-mail'), 'ada');
  await user.click(await button('Recevoir un code'));
  expect(screen.getByText('Indiquez votre adresse e-mail.')).toBeInTheDocument();
  api.failWith(new CallError('offline'));
  await user.type(screen.getByLabelText('Votre e-mail'), '@exemple.fr');
  await user.click(await button('Recevoir un code'));
  expect(await screen.findByText(/Vérifiez votre connexion/)).toBeInTheDocument();
});

test.each([
  ['signed-out', 'Votre session a expiré. Demandez un nouveau code.'],
  ['refused', 'Cette adresse n’ouvre pas cet espace.'],
] as const)('a session that the server rejects as %s ends with a message', async (reason, sentence) => {
  const { api } = await openSpace();
  await heading('Demandes');
  api.failWith(new CallError(reason));
  await act(async () => jest.advanceTimersByTime(30_000));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(await button('Recevoir un code')).toBeInTheDocument();
});

test('a stored session that cannot be renewed without a connection is kept', async () => {
  const { api } = await openSpace({ state: 'unreachable' });
  expect(screen.getByText(/Votre session est ouverte, mais le site ne répond pas/)).toBeInTheDocument();
  await act(async () => api.setState('signed-in'));
  expect(await heading('Demandes')).toBeInTheDocument();
});

test('a session that ends in another tab ends here', async () => {
  const { api } = await openSpace();
  await heading('Demandes');
  await act(async () => api.setState('signed-out'));
  expect(await button('Recevoir un code')).toBeInTheDocument();
});
