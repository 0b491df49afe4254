import { currentSubscription, type PushStep, pushSupport, subscribeDevice, unsubscribeDevice } from './device-push';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15';

const give = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true });

function setDevice({ userAgent = 'Android', points = 0, standalone = false, permission = 'default' }) {
  give(navigator, 'userAgent', userAgent);
  give(navigator, 'maxTouchPoints', points);
  give(navigator, 'serviceWorker', {});
  give(window, 'PushManager', class {});
  give(window, 'Notification', { permission, requestPermission: async () => permission });
  window.matchMedia = () => ({ matches: standalone }) as MediaQueryList;
}

test.each([
  ['ready', {}],
  ['denied', { permission: 'denied' }],
  ['install', { userAgent: IPHONE }],
  ['install', { userAgent: MAC, points: 5 }],
  ['ready', { userAgent: MAC }],
  ['ready', { userAgent: IPHONE, standalone: true }],
] as const)('notifications are %s on a device with %j', (support, device) => {
  setDevice(device);
  expect(pushSupport()).toBe(support);
});

test('a browser without them supports none', () => {
  setDevice({});
  Reflect.deleteProperty(window, 'PushManager');
  expect(pushSupport()).toBe('none');
});

const keys = { endpoint: 'https://push.exemple.fr/a', p256dh: 'p', auth: 'a' };

/** A device on which the person allows notifications. */
function setWorker(
  worker: { register?: () => Promise<unknown>; ready?: Promise<unknown>; subscribe?: jest.Mock } = {},
) {
  setDevice({ permission: 'granted' });
  const made = { toJSON: () => ({ endpoint: keys.endpoint, keys: { p256dh: 'p', auth: 'a' } }) };
  const { subscribe = jest.fn(async (_: PushSubscriptionOptionsInit) => made) } = worker;
  const unsubscribe = jest.fn();
  const pushManager = { getSubscription: async () => ({ unsubscribe }), subscribe };
  give(navigator, 'serviceWorker', {
    register: async () => undefined,
    ready: Promise.resolve({ pushManager }),
    getRegistration: async () => ({ pushManager }),
    ...worker,
  });
  return { subscribe, unsubscribe };
}

test('the device subscribes with the site’s key, in place of what was subscribed before, and says what it waits for', async () => {
  const { subscribe, unsubscribe } = setWorker();
  const steps: PushStep[] = [];
  expect(await subscribeDevice('_-8', (step) => steps.push(step))).toEqual(keys);
  expect(steps).toEqual(['asking', 'starting']);
  expect(unsubscribe).toHaveBeenCalled();
  expect(subscribe.mock.calls[0]?.[0]).toEqual({
    userVisibleOnly: true,
    applicationServerKey: Uint8Array.from([255, 239]),
  });
});

test('a person who refuses is not subscribed', async () => {
  setDevice({ permission: 'denied' });
  expect(await subscribeDevice('_-8', () => undefined)).toBe('refused');
});

test.each([
  ['worker', 'cannot be registered', { register: () => Promise.reject(new TypeError('Failed to register')) }],
  [
    'service',
    'refuses',
    { subscribe: jest.fn().mockRejectedValue(new DOMException('push service error', 'AbortError')) },
  ],
] as const)('the %s that %s is named', async (refusal, _, worker) => {
  setWorker(worker);
  expect(await subscribeDevice('_-8', () => undefined)).toBe(refusal);
});

test.each([
  ['worker', { ready: new Promise(() => undefined) }],
  ['service', { subscribe: jest.fn(() => new Promise(() => undefined)) }],
] as const)('a %s that never answers is named after some time', async (refusal, worker) => {
  jest.useFakeTimers();
  try {
    setWorker(worker);
    const subscribed = subscribeDevice('_-8', () => undefined);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await subscribed).toBe(refusal);
  } finally {
    jest.useRealTimers();
  }
});

test('turning notifications off ends the subscription of the browser', async () => {
  const { unsubscribe } = setWorker();
  await unsubscribeDevice();
  expect(unsubscribe).toHaveBeenCalled();
  give(navigator, 'serviceWorker', { getRegistration: async () => undefined, ready: new Promise(() => undefined) });
  await unsubscribeDevice();
});

test('what the browser holds is read without a question, and is none where it is blocked or ended', async () => {
  const subscribed = (endpoint: string) => {
    const held = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) };
    const getRegistration = async () => ({ pushManager: { getSubscription: async () => held } });
    give(navigator, 'serviceWorker', { getRegistration });
  };
  setDevice({ permission: 'granted' });
  subscribed('https://push.exemple.fr/b');
  expect(await currentSubscription()).toEqual({ endpoint: 'https://push.exemple.fr/b', p256dh: 'p', auth: 'a' });
  subscribed('https://permanently-removed.invalid/fcm/send/b');
  expect(await currentSubscription()).toBeNull();
  give(navigator, 'serviceWorker', { getRegistration: async () => undefined });
  expect(await currentSubscription()).toBeNull();
  setDevice({ permission: 'denied' });
  expect(await currentSubscription()).toBeNull();
});
