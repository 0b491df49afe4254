import { screen } from '@testing-library/react';
import { axe } from 'jest-axe';
import { heading, openSpace } from '../../tests/support/open-space';
import { CallError } from '../api/answer';
import { exampleMessage, exampleRequest } from '../testing/example-requests';

// jsdom opens no other app.
const stay = (event: Event) => event.preventDefault();
beforeEach(() => {
  document.addEventListener('click', stay);
});
afterEach(() => {
  document.removeEventListener('click', stay);
});

const open = (row: ReturnType<typeof exampleRequest>, tellsVisitor = false) =>
  openSpace({ query: `?demande=${row.id}`, requests: [row], tellsVisitor });
const confirmed = exampleRequest(1, { status: 'confirmee', confirmedDates: ['2026-12-07'] });
const PHONE = '06\u00a039\u00a098\u00a000\u00a000';
const link = (name: string) => screen.queryByRole('link', { name });

test('a request leads into the apps that reach the person', async () => {
  await open(exampleMessage(2));
  expect(await screen.findByRole('link', { name: `Appeler ${PHONE}` })).toHaveAttribute('href', 'tel:+33639980000');
  expect(link(`SMS au ${PHONE}`)).toHaveAttribute('href', 'sms:+33639980000');
  expect(link(`WhatsApp au ${PHONE}`)).toHaveAttribute('href', 'https://wa.me/33639980000');
  expect(link('E-mail à alex@exemple.fr')).toHaveAttribute('href', 'mailto:alex%40exemple.fr');
});

test.each([
  ['a landline', '01 99 00 00 00', ['Appeler', 'E-mail']],
  ['no number', null, ['E-mail']],
])('with %s only what can reach the person is offered', async (_, phone, offered) => {
  await open(exampleRequest(1, { phone }));
  await heading('Camille Martin');
  expect(
    screen.getAllByRole('link', { name: /^(Appeler|SMS|WhatsApp|E-mail) / }).map((one) => one.textContent),
  ).toEqual(offered);
});

test('a confirmed reservation offers a ready message, and the history notes the app that was opened with it', async () => {
  const { user, api, notices } = await open(confirmed);
  expect(await heading('Prévenir Camille Martin')).toBeInTheDocument();
  expect(screen.getByText(/Votre journée de formation est confirmée.*lundi 7 décembre 2026/)).toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  const [, sms = document.body] = screen.getAllByRole('link', { name: `SMS au ${PHONE}` });
  const href = new URL(sms.getAttribute('href') ?? '');
  expect(href.pathname).toBe('+33639980000');
  expect(href.searchParams.get('body')).toContain('lundi 7 décembre 2026');
  await user.click(sms);
  expect(await screen.findByText(/Prévenue par SMS/)).toBeInTheDocument();
  expect(api.calls).toContainEqual(['owner_tell', { id: confirmed.id, version: 1, channel: 'sms' }]);
  expect(notices).toEqual(['C’est noté dans l’historique.']);
});

test('a message that no call noted is said', async () => {
  const { user, api, notices } = await open(confirmed);
  await heading('Prévenir Camille Martin');
  api.failWith(new CallError('offline'));
  const [, mail = document.body] = screen.getAllByRole('link', { name: 'E-mail à camille@exemple.fr' });
  await user.click(mail);
  expect(notices).toHaveLength(1);
});

test('when the site mails the person itself, only a message by telephone is offered', async () => {
  await open(confirmed, true);
  expect(await screen.findByText(/^Le site lui écrit une minute après/)).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: /^E-mail/ })).toHaveLength(1);
  expect(screen.getAllByRole('link', { name: /^WhatsApp/ })).toHaveLength(2);
});

test('nobody is told about a reservation without a confirmed day', async () => {
  await open(exampleRequest(1));
  expect(await screen.findByText(/^Le site n’écrit pas à cette personne/)).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /^Prévenir/ })).toBeNull();
});
