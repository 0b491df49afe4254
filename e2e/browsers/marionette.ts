import { once } from 'node:events';
import { connect } from 'node:net';
import type { Session } from './webdriver';

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
