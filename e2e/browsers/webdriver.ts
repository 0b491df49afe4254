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
