/** @jest-environment node */
import { idempotencyKeyOf } from '@site/forms/idempotency-key';
import { createContactSender } from './contact-sender';
import { sendContactMessage } from './send-contact-message';

jest.mock('./send-contact-message');
const send = jest.mocked(sendContactMessage);

const backend = { url: '', anonKey: 'key' };
const message = {
  prenom: 'Camille',
  nom: 'Martin',
  email: 'camille@exemple.fr',
  telephone: '06 39 98 00 00',
  message: '',
  isAgefice: false,
};
const offline = { ok: false, reason: 'offline', error: new Error('offline') } as const;

const showDay = (now: string) =>
  jest.useFakeTimers({ now: new Date(now), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });

beforeEach(() => {
  showDay('2026-11-21T22:59:00Z');
  send.mockReset().mockResolvedValue({ ok: true });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const byPerson = { isHoneypotFilled: false };
const keys = () => send.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);

test('the contact sender passes the message on and returns its outcome', async () => {
  send.mockResolvedValue(offline);
  expect(await createContactSender(backend)(message, byPerson)).toBe(offline);
  expect(send).toHaveBeenCalledWith(
    backend,
    { idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/), isHoneypotFilled: false },
    message,
  );
});

test('the key is derived from the table, the day and the message', async () => {
  await createContactSender(backend)(message, byPerson);
  expect(keys()).toEqual([await idempotencyKeyOf({ table: 'contacts', day: '2026-11-21', ...message })]);
});

test('a message with a filled honeypot does not use the key of the same message by a person', async () => {
  const tab = createContactSender(backend);
  send.mockResolvedValueOnce(offline);
  await tab(message, { isHoneypotFilled: true });
  await tab(message, byPerson);
  expect(send.mock.calls.map(([, { isHoneypotFilled }]) => isHoneypotFilled)).toEqual([true, false]);
  expect(keys()[1]).not.toBe(keys()[0]);
});

test.each([false, true])('a retry on a page with another release keeps its key (by a robot: %s)', async (by) => {
  send.mockResolvedValueOnce(offline);
  const tab = createContactSender(backend);
  await tab(message, { isHoneypotFilled: by, releases: { shell: '1.0.0-s1', part: '1.0.0-a' } });
  await createContactSender(backend)(message, {
    isHoneypotFilled: by,
    releases: { shell: '1.0.0-s1', part: '1.0.0-b' },
  });
  expect(keys()[1]).toBe(keys()[0]);
  expect(send.mock.calls.map(([, { releases }]) => releases?.part)).toEqual(['1.0.0-a', '1.0.0-b']);
});

test('a message without an answer keeps its key after midnight in Paris', async () => {
  send.mockResolvedValueOnce(offline);
  const tab = createContactSender(backend);
  await tab(message, byPerson);
  showDay('2026-11-21T23:01:00Z');
  await tab(message, byPerson);
  expect(keys()[1]).toBe(keys()[0]);
});

test('a stored message gets another key after midnight in Paris', async () => {
  const tab = createContactSender(backend);
  await tab(message, byPerson);
  showDay('2026-11-21T23:01:00Z');
  await tab(message, byPerson);
  expect(keys()[1]).not.toBe(keys()[0]);
});
