import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '@site/terminal/program';
import { openMarionette, openSession, type Session } from './webdriver';

interface Engine {
  /** Paths that must all exist. */
  readonly programs: readonly string[];
  readonly open: (options: SessionOptions) => Promise<Session>;
}

interface SessionOptions {
  readonly scripts: boolean;
}

const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const XVFB = '/usr/bin/Xvfb';
const WPE_DRIVER = '/usr/bin/WPEWebDriver';
const COG = '/usr/bin/cog';

const withoutScripts = ({ scripts }: SessionOptions) => (scripts ? [] : ['--enable-javascript=false']);

/** The browsers other than Chromium, as Debian packages them. */
export const ENGINES = {
  firefox: {
    programs: [FIREFOX],
    async open({ scripts }) {
      const home = await mkdtemp(join(tmpdir(), 'firefox-'));
      await writeFile(join(home, 'user.js'), `${FIREFOX_PREFERENCES}user_pref('javascript.enabled', ${scripts});`);
      const child = start(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', home], { HOME: home });
      const cleanUp = async () => {
        await stop(child);
        await rm(home, { recursive: true, force: true, maxRetries: 5 });
      };
      return withCleanUp(cleanUp, async () => {
        const [, port] = await lineOf(child.stdout, /\tListening on port (\d+)/);
        return openMarionette(Number(port));
      });
    },
  },
  webkitgtk: {
    programs: [WEBKIT_DRIVER, MINI_BROWSER, XVFB],
    async open(options) {
      const screen = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      return withCleanUp(
        () => stop(screen),
        async () => {
          const [display] = await lineOf(screen.stdio[3] as Readable, /^\d+/);
          return openDriver(WEBKIT_DRIVER, {
            env: { DISPLAY: `:${display}` },
            capabilities: {
              browserName: 'MiniBrowser',
              'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation', ...withoutScripts(options)] },
            },
          });
        },
      );
    },
  },
  wpe: {
    programs: [WPE_DRIVER, COG],
    open: (options) =>
      openDriver(WPE_DRIVER, {
        env: { EGL_PLATFORM: 'surfaceless' },
        capabilities: {
          'wpe:browserOptions': { binary: COG, args: ['--automation', '-P', 'headless', ...withoutScripts(options)] },
        },
      }),
  },
} as const satisfies Record<string, Engine>;

export type EngineName = keyof typeof ENGINES;

export const isInstalled = (name: EngineName) => ENGINES[name].programs.every((path) => existsSync(path));

/** Turns off Firefox's own requests, which fail on a machine without internet access. */
const FIREFOX_PREFERENCES = `
user_pref('marionette.port', 0);
user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('app.normandy.enabled', false);
user_pref('app.update.enabled', false);
user_pref('extensions.update.enabled', false);
user_pref('intl.accept_languages', 'fr-FR,fr');
`;

const start = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** The first matching line. The rest is read and dropped, because a full pipe would block the program. */
function lineOf(stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  const lines = createInterface(stream);
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const match = pattern.exec(line);
      if (match) resolve(match);
    });
    lines.once('close', () => reject(new Error(`It ended without a line that matches ${pattern}.`)));
  });
}

interface DriverOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly capabilities: object;
}

async function openDriver(program: string, { env, capabilities }: DriverOptions): Promise<Session> {
  const port = await freePort();
  const driver = start(program, ['-p', `${port}`], env);
  return withCleanUp(
    () => stop(driver),
    () => openSession(`http://127.0.0.1:${port}`, capabilities),
  );
}

/** Cleans up when the session is closed, or at once when it does not open. */
async function withCleanUp(cleanUp: () => Promise<void>, open: () => Promise<Session>): Promise<Session> {
  try {
    const session = await open();
    const close = () => session.close().catch(() => undefined);
    return { ...session, close: () => close().then(cleanUp) };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
