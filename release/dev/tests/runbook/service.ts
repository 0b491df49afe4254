import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Service {
  /** Address that the simulated systemctl calls. */
  readonly control: string;
  /** Whether the service has ended. */
  readonly exited: () => boolean;
  /** As a crash would. */
  readonly kill: () => Promise<void>;
  /** The site does now what it does each minute. */
  readonly pass: () => void;
  readonly end: () => Promise<void>;
}

interface Unit {
  readonly command: string;
  readonly journal: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts and ends the service on request, as systemd does, but does not start again what has ended by itself. */
export async function startService({ command, journal, env }: Unit): Promise<Service> {
  let site: ChildProcess | undefined;
  let starts = 0;
  const isOver = () => !site || site.exitCode !== null || site.signalCode !== null;

  async function stop(signal: NodeJS.Signals) {
    if (!site || isOver()) return;
    const ended = once(site, 'exit');
    site.kill(signal);
    await ended;
  }
  function start() {
    starts += 1;
    const log = openSync(journal, 'a');
    site = spawn(command, ['start'], { env, stdio: ['ignore', log, log] });
    closeSync(log);
  }
  const answers: Readonly<Record<string, () => unknown>> = {
    status: () => (isOver() ? 'Active: failed' : 'Active: active (running)'),
    show: () => `NRestarts=${starts - 1}`,
    'daemon-reload': () => undefined,
    start,
    stop: () => stop('SIGTERM'),
    restart: () => stop('SIGTERM').then(start),
  };

  const control = createServer(async (request, response) => {
    const [, verb = '', unit = ''] = (request.url ?? '').split('/');
    const act = verb === 'daemon-reload' || unit === 'site' ? answers[verb] : undefined;
    const answer = await act?.();
    response.writeHead(act ? 200 : 404).end(`${answer ?? ''}\n`);
  });
  control.listen(0, '127.0.0.1');
  await once(control, 'listening');
  return {
    control: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    exited: isOver,
    kill: () => stop('SIGKILL'),
    pass: () => site?.kill('SIGUSR2'),
    end: async () => {
      await stop('SIGTERM');
      control.close().closeAllConnections();
    },
  };
}
