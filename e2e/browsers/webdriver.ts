import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

interface Commands {
  readonly Navigate: { readonly url: string };
  readonly Back: object;
  readonly Refresh: object;
  readonly ExecuteScript: { readonly script: string; readonly args: readonly unknown[] };
  readonly ElementClick: { readonly id: string };
  readonly ElementSendKeys: { readonly id: string; readonly text: string };
  readonly PerformActions: { readonly actions: readonly object[] };
  readonly TakeScreenshot: object;
}

export interface Session {
  readonly send: <C extends keyof Commands>(command: C, params: Commands[C]) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const ROUTES: Readonly<Record<keyof Commands, readonly [method: 'GET' | 'POST', path: string]>> = {
  Navigate: ['POST', '/url'],
  Back: ['POST', '/back'],
  Refresh: ['POST', '/refresh'],
  ExecuteScript: ['POST', '/execute/sync'],
  ElementClick: ['POST', '/element/:id/click'],
  ElementSendKeys: ['POST', '/element/:id/value'],
  PerformActions: ['POST', '/actions'],
  TakeScreenshot: ['GET', '/screenshot'],
};

const START_TIMEOUT_MS = 10_000;

/** Opens a session over HTTP. @param driver the driver's address */
export async function openSession(driver: string, capabilities: object): Promise<Session> {
  await untilReady(driver);
  const opened = await ask(`${driver}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
  const session = `${driver}/session/${(opened as { readonly sessionId: string }).sessionId}`;
  return {
    send(command, params) {
      const [method, path] = ROUTES[command];
      const { id = '', ...body } = params as { readonly id?: string };
      return ask(session + path.replace(':id', id), method, method === 'POST' ? body : undefined);
    },
    close: async () => {
      await ask(session, 'DELETE');
    },
  };
}

async function ask(address: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`${method} ${new URL(address).pathname}: ${error}. ${message}`);
}

async function untilReady(driver: string): Promise<void> {
  const tooLate = AbortSignal.timeout(START_TIMEOUT_MS);
  while (!(await fetch(`${driver}/status`).catch(() => null))) {
    if (tooLate.aborted) throw new Error(`The driver at ${driver} does not answer.`);
    await pause(20);
  }
}

type Answer = readonly [
  type: 1,
  id: number,
  error: { readonly error: string; readonly message: string } | null,
  unknown,
];

/**
 * Opens a Firefox session over Marionette: WebDriver commands as JSON arrays, each prefixed with its length.
 * geckodriver, which translates it to HTTP, is in no Debian package and in no npm package.
 */
export async function openMarionette(port: number): Promise<Session> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  const waiting = new Map<number, (answer: Answer) => void>();
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    for (let packet = firstOf(received); packet; packet = firstOf(received)) {
      received = received.subarray(packet.end);
      const answer = JSON.parse(packet.text) as Answer;
      if (Array.isArray(answer)) waiting.get(answer[1])?.(answer);
    }
  });
  let last = 0;
  const call = async (command: string, params: object = {}) => {
    last += 1;
    const text = JSON.stringify([0, last, command, params]);
    const answered = new Promise<Answer>((resolve) => waiting.set(last, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, id, error, result] = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${command}: ${error.error}. ${error.message}`);
    return result;
  };
  await call('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  return {
    async send(command, params) {
      const result = (await call(`WebDriver:${command}`, params)) as { readonly value?: unknown };
      return result.value;
    },
    async close() {
      await call('Marionette:Quit', { flags: ['eForceQuit'] });
      socket.destroy();
    },
  };
}

/** The first packet; null until it has been received completely. */
function firstOf(received: Buffer) {
  const start = received.indexOf(':') + 1;
  const end = start + Number(received.subarray(0, start - 1).toString());
  return start > 0 && received.length >= end ? { text: received.subarray(start, end).toString(), end } : null;
}
