import { UiProvider } from '@site/shared-ui';
import { fakeHost } from '@site/shared-ui/testing';
import { cleanup, screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { act } from 'react';
import { renderToString } from 'react-dom/server.node';
import { button, enterCode, fill, heading, openSpace } from '../../tests/support/open-space';
import { CallError } from '../api/call-error';
import { openOwnerApi } from '../api/open-owner-api';
import { Page } from '../owner-page';
import { createStandIn } from '../testing/stand-in';

async function enterEmail(options: Parameters<typeof openSpace>[0] = {}) {
  const opened = await openSpace({ state: 'signed-out', ...options });
  fill(screen.getByLabelText('Votre e-mail'), 'ada@exemple.fr');
  await opened.user.click(await button('Recevoir un code'));
  return opened;
}

test('the composed page is the same for everybody: it shows neither a sign-in nor a request', () => {
  jest.mocked(openOwnerApi).mockReturnValue(createStandIn({ state: 'signed-out' }));
  const html = renderToString(
    <UiProvider>
      <Page host={fakeHost()} />
    </UiProvider>,
  );
  expect(html).toContain('Votre espace');
  expect(html).not.toMatch(/<form|<input|Demandes/);
});

test('the code that is pasted with its sentence opens the space', async () => {
  const { user } = await enterEmail();
  expect(await screen.findByText(/Si ada@exemple.fr ouvre cet espace/)).toBeInTheDocument();
  expect(screen.getByLabelText('Code à huit chiffres')).toHaveFocus();
  await user.paste('Votre code\u00a0: 1234\u20115678.\n');
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

test('a wrong code shows an error, and a code without six to ten digits, which hosted Auth may send, is not sent', async () => {
  const { user, api } = await enterEmail();
  const sent = jest.spyOn(api.session, 'enterCode');
  for (const [code, sentence] of [
    ['12345', 'Le code a huit chiffres.'],
    ['123456', /Ce code est faux/],
    ['12345678901', 'Le code a huit chiffres.'],
    ['1234567890', /Ce code est faux/],
  ] as const) {
    await enterCode(code);
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  }
  expect(sent).toHaveBeenCalledTimes(2);
  // Typing another code replaces the selected one.
  expect(screen.getByLabelText('Code à huit chiffres')).toHaveFocus();
  await user.keyboard('1234 5678');
  expect(screen.getByLabelText('Code à huit chiffres')).toHaveValue('1234 5678');
  expect(await axe(document.body)).toHaveProperty('violations', []);
});

test('another code can be requested after a minute, and the address can be corrected', async () => {
  const { user } = await enterEmail();
  expect(await button(/Renvoyer un code \(dans/)).toBeDisabled();
  act(() => jest.advanceTimersByTime(60_000));
  await user.click(await button('Renvoyer un code'));
  expect(await screen.findByText(/Un e-mail avec un code a été renvoyé/)).toBeInTheDocument();
  expect(await button('Renvoyer un code (dans 60\u00a0s)')).toBeDisabled();
  await user.click(await button('Changer d’adresse'));
  expect(screen.getByLabelText('Votre e-mail')).toHaveValue('ada@exemple.fr');
});

const reload = () => {
  cleanup();
  return openSpace({ state: 'signed-out' });
};

test('a phone that reloads the tab while the mail is read keeps the field of the code for ten minutes', async () => {
  await enterEmail();
  await screen.findByLabelText('Code à huit chiffres');
  act(() => jest.advanceTimersByTime(20_000));
  await reload();
  expect(screen.getByText(/Si ada@exemple.fr ouvre cet espace/)).toBeInTheDocument();
  expect(await button('Renvoyer un code (dans 40\u00a0s)')).toBeDisabled();
  await enterCode();
  expect(await heading('Demandes')).toBeInTheDocument();
  await reload();
  expect(screen.getByLabelText('Votre e-mail')).toHaveValue('');
});

test('after ten minutes the code has expired, and the address is asked for again', async () => {
  await enterEmail();
  await screen.findByLabelText('Code à huit chiffres');
  act(() => jest.advanceTimersByTime(600_001));
  await reload();
  expect(screen.getByLabelText('Votre e-mail')).toHaveValue('');
});

test.each(['{', '{"email":1}', '{"email":"a@b.fr","resendAt":0,"keptAt":99999999999999}'])(
  'the kept step %s is ignored',
  async (kept) => {
    window.sessionStorage.setItem('espace-connexion', kept);
    await openSpace({ state: 'signed-out' });
    expect(screen.getByLabelText('Votre e-mail')).toHaveValue('');
  },
);

test('a code that another person read out is entered without requesting one', async () => {
  const { api, user } = await openSpace({ state: 'signed-out' });
  const sendCode = jest.spyOn(api.session, 'sendCode');
  await user.click(await button('J’ai déjà un code'));
  expect(screen.getByText('Indiquez votre adresse e-mail.')).toBeInTheDocument();
  fill(screen.getByLabelText('Votre e-mail'), 'ada@exemple.fr');
  await user.click(await button('J’ai déjà un code'));
  expect(await button('Renvoyer un code')).toBeEnabled();
  await enterCode();
  expect(await heading('Demandes')).toBeInTheDocument();
  expect(sendCode).not.toHaveBeenCalled();
});

test.each([
  [42, 'Renvoyer un code (dans 42\u00a0s)'],
  [700, 'Renvoyer un code (dans 12\u00a0min)'],
])('a code that was sent less than a minute ago can be entered, and the wait of %i s is shown', async (wait, label) => {
  const { api, user } = await openSpace({ state: 'signed-out' });
  jest.spyOn(api.session, 'sendCode').mockResolvedValue({ ok: false, reason: 'too-soon', wait });
  fill(screen.getByLabelText('Votre e-mail'), 'ada@exemple.fr');
  await user.click(await button('Recevoir un code'));
  expect(await screen.findByText(/y a déjà été envoyé.: c’est toujours celui-là qui compte/)).toBeInTheDocument();
  expect(await button(label)).toBeDisabled();
});

test('too many attempts are refused with the time to wait', async () => {
  const { api } = await enterEmail();
  jest.spyOn(api.session, 'enterCode').mockResolvedValue({ ok: false, reason: 'too-many', wait: 540 });
  await enterCode();
  expect(await screen.findByText(/^Trop d’essais. Réessayez dans 9.min\.$/)).toBeInTheDocument();
});

test('an invalid address is not sent, and a site that does not answer shows an error', async () => {
  const { api, user } = await openSpace({ state: 'signed-out' });
  fill(screen.getByLabelText('Votre e-mail'), 'ada');
  await user.click(await button('Recevoir un code'));
  expect(screen.getByText('Cette adresse e-mail est incomplète.')).toBeInTheDocument();
  api.failWith(new CallError('offline'));
  fill(screen.getByLabelText('Votre e-mail'), 'ada@exemple.fr');
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
