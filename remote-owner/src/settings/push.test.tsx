import { act, screen, within } from '@testing-library/react';
import { button, openSpace } from '../../tests/support/open-space';
import {
  currentSubscription,
  type PushStep,
  pushSupport,
  subscribeDevice,
  unsubscribeDevice,
} from '../api/device-push';
import { reportSubscription } from '../offline/keep-for-offline';

jest.mock('../api/device-push');

const ON = 'Recevoir une notification sur cet appareil';
const OFF = 'Ne plus recevoir de notification sur cet appareil';
const subscription = { endpoint: 'https://push.exemple.fr/a', p256dh: 'p', auth: 'a' };
const push = { publicKey: 'clef', devices: 1, isOn: false };

beforeEach(() => {
  // jsdom has none, and the first steps ask for it.
  window.matchMedia = jest.fn().mockReturnValue({ matches: false });
  jest.mocked(subscribeDevice).mockClear();
  jest.mocked(pushSupport).mockReturnValue('ready');
  jest.mocked(subscribeDevice).mockResolvedValue(subscription);
  jest.mocked(currentSubscription).mockResolvedValue(subscription);
});

const open = (state = push) => openSpace({ query: '?vue=reglages', push: state });
const section = async () => within(await screen.findByRole('region', { name: 'Notifications' }));

test('notifications are off until the owner asks for them, and can be turned off again', async () => {
  const { user, api } = await open();
  expect(await screen.findByText('Désactivées sur cet appareil.')).toBeInTheDocument();
  expect(subscribeDevice).not.toHaveBeenCalled();
  await user.click(await button(ON));
  expect(await screen.findByText('Activées sur cet appareil.')).toBeInTheDocument();
  expect(subscribeDevice).toHaveBeenCalledWith('clef', expect.any(Function));
  expect(api.calls).toContainEqual(['owner_add_push', subscription]);
  expect((await section()).getByText('1 autre appareil en reçoit.')).toBeInTheDocument();
  await user.click(await button(OFF));
  expect(await button(ON)).toHaveFocus();
  expect(unsubscribeDevice).toHaveBeenCalled();
});

test('a device whose browser has dropped its subscription is shown as off, and the site forgets it', async () => {
  jest.mocked(currentSubscription).mockResolvedValue(null);
  const { api } = await open({ ...push, isOn: true });
  expect(await screen.findByText('Désactivées sur cet appareil.')).toBeInTheDocument();
  expect(api.calls).toContainEqual(['owner_remove_push', {}]);
});

test('a subscription that the browser has dropped is told to the site at the next opening, in any part of the space', async () => {
  jest.mocked(currentSubscription).mockResolvedValue(null);
  const { api } = await openSpace({ query: '?vue=aujourdhui', push: { ...push, isOn: true } });
  expect(await reportSubscription(api)).toEqual({ ...push, isOn: false, devices: 0 });
});

test('an address that the browser has renewed is told to the site at the next opening, if the device is on', async () => {
  const { api } = await open({ ...push, isOn: true });
  await reportSubscription(api);
  expect(api.calls).toContainEqual(['owner_add_push', subscription]);
  const other = await open();
  await reportSubscription(other.api);
  expect(other.api.calls.map(([name]) => name)).not.toContain('owner_add_push');
});

test('a press shows at once what it waits for, and then that it works', async () => {
  const { user } = await open();
  let reach: (step: PushStep) => void = () => undefined;
  let subscribe: (made: typeof subscription) => void = () => undefined;
  jest.mocked(subscribeDevice).mockImplementation((_, onStep) => {
    reach = onStep;
    onStep('asking');
    return new Promise((resolve) => {
      subscribe = resolve;
    });
  });
  await user.click(await button(ON));
  expect(await screen.findByText(/^Votre navigateur vous demande s’il peut/)).toHaveAttribute('role', 'status');
  act(() => reach('starting'));
  expect(screen.getByText('Activation en cours…')).toBeInTheDocument();
  await user.click(await button(ON));
  expect(subscribeDevice).toHaveBeenCalledTimes(1);
  act(() => subscribe(subscription));
  expect(await screen.findByText('Activées sur cet appareil.')).toBeInTheDocument();
});

test.each([
  ['refused', /^Vous n’avez pas autorisé les notifications/],
  ['worker', /^Le navigateur n’a pas pu démarrer ce qui affiche les notifications/],
  ['service', /^Le service de notifications de ce navigateur ne répond pas\. Une fenêtre privée/],
] as const)('a press that changes nothing (%s) says why, until the next one', async (refusal, text) => {
  const { user, api } = await open();
  jest.mocked(subscribeDevice).mockResolvedValueOnce(refusal);
  await user.click(await button(ON));
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(api.calls.map(([name]) => name)).not.toContain('owner_add_push');
  await user.click(await button(ON));
  expect(await screen.findByText('Activées sur cet appareil.')).toBeInTheDocument();
});

test('an owner who refuses in the browser’s own question is told how to allow them', async () => {
  const { user, api } = await open();
  jest.mocked(subscribeDevice).mockImplementation(async () => {
    jest.mocked(pushSupport).mockReturnValue('denied');
    return 'refused';
  });
  await user.click(await button(ON));
  expect(await screen.findByText(/^Les notifications de ce site sont bloquées sur cet appareil\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: ON })).not.toBeInTheDocument();
  expect(api.calls.map(([name]) => name)).not.toContain('owner_add_push');
});

test.each([
  ['install', /^Ajoutez d’abord l’espace à l’écran d’accueil/],
  ['none', /^Ce navigateur, ou cette fenêtre privée, ne peut pas recevoir de notifications\./],
] as const)('a device with the state %s is told why', async (support, text) => {
  jest.mocked(pushSupport).mockReturnValue(support);
  await open();
  expect((await section()).getByText(text)).toBeInTheDocument();
  expect((await section()).queryByRole('button')).not.toBeInTheDocument();
});

test('a site without a worker of its own says that it sends none', async () => {
  await open({ ...push, publicKey: null } as never);
  expect((await section()).getByText(/^Indisponible ici/)).toBeInTheDocument();
});
