import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { keepRunning } from '@site/backend/keep-running';
import type { SiteUpdate } from '@site/backend/site-update';
import type { BackendDescription } from '@site/contract/backend-calls';
import { hoursOf } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { FUNDED_PRICE, inEurosTtc, STANDARD_PRICE } from '@site/contract/offer';
import { publicGaps } from '@site/release-core/config/publication';
import { ReportedError } from '@site/release-core/user-error';
import type { ReadEvidence } from '@site/release-core/watch/evidence';
import type { Lifecycle } from '../lifecycle';
import { argumentsOf } from '../programs';
import type { Settings } from '../settings';
import { createEvidenceReader } from './read-evidence';

export interface LocalBackend {
  /** Address without `/rest/v1`. */
  readonly url: string;
  readonly anonKey: string;
  /** One sentence that says where mails to the owner go. */
  readonly mails: string;
  readonly owners: number;
  readonly accepts: BackendDescription;
  /** Uses another state of the site's facts in mails from now on, also in a process that is started again. */
  readonly setSite: (site: Site) => void;
  /** Sends a message to the process, or drops it when the process has ended. */
  readonly send: (update: SiteUpdate) => void;
  readonly readEvidence: ReadEvidence;
}

/** Variables of docs/environment.md, by name. */
type MailSettings = Readonly<Record<string, string>>;

interface BackendOptions extends Pick<Settings, 'dataDir' | 'proxies'> {
  readonly site: Site;
  /** Not in `site`, which everybody reads in the pages. */
  readonly videoLink?: string | undefined;
  /** Takes precedence over this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const STOP_AT_THE_LATEST_MS = 2300;

/**
 * Starts the backend's process, and starts it again at the same address whenever it ends. It ends with this process.
 * @throws UserError after it has reported the reason on stderr
 */
export async function startLocalBackend(options: BackendOptions, life: Lifecycle): Promise<LocalBackend> {
  const first = await startProcess(options, life);
  const { port } = new URL(first.url);
  const again = { ...options, env: { ...options.env, BACKEND_PORT: port } };
  let settings = mailSettings(options);
  const restart = () => startProcess({ ...again, env: { ...again.env, ...settings } }, life);
  const kept = keepRunning('The backend', first, restart);
  life.onEnd(kept.stop);
  return {
    ...first,
    setSite: (site) => {
      const latest = mailSettings({ ...options, site });
      if (JSON.stringify(latest) === JSON.stringify(settings)) return;
      settings = latest;
      kept.current()?.send({ mailSettings: settings });
    },
    send: (update) => kept.current()?.send(update),
    readEvidence: async (watched) => (await kept.current()?.readEvidence(watched)) ?? null,
  };
}

type Started = Omit<LocalBackend, 'send' | 'readEvidence' | 'setSite'>;

async function startProcess(options: BackendOptions, life: Lifecycle) {
  const { dataDir, proxies, env } = options;
  const child = spawn(process.execPath, argumentsOf('backend/bin/main'), {
    // The site's own server is one more proxy before the backend.
    env: {
      ...process.env,
      ...mailSettings(options),
      ...env,
      DATA_DIR: dataDir,
      TRUST_PROXY: String(1 + proxies),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C in the terminal then reaches only this process, which stops the backend gracefully.
    detached: true,
  });
  const ended = once(child, 'exit').then(([code, signal]) => `${signal ?? code}`);
  const ready = once(child, 'message').then(([message]) => message as Started);
  const stopNow = () => stop(child, ended);
  life.signal.addEventListener('abort', stopNow);
  void ended.then(() => life.signal.removeEventListener('abort', stopNow));
  const started = await Promise.race([ready, ended]);
  if (typeof started === 'string') throw new ReportedError('The backend did not start.');
  const send = (update: SiteUpdate) => {
    if (child.connected) child.send(update, () => undefined);
  };
  return { ...started, send, readEvidence: createEvidenceReader(child), ended, stop: stopNow };
}

/** What mails to the owner contain about the site. The environment can override it, for example the address. */
function mailSettings({ site, videoLink, env }: BackendOptions): MailSettings {
  const ofSite = {
    OWNER_EMAIL: site.email,
    SITE_NAME: site.product,
    SITE_ORIGIN: site.origin,
    SITE_FACTS: JSON.stringify(mailFacts(site, videoLink)),
    VISITOR_MAILS: String(site.visitorMails ?? false),
    SITE_GAPS: publicGaps(site)
      .map(({ fact }) => fact)
      .join('\n'),
  };
  const given = { ...process.env, ...env };
  return Object.fromEntries(Object.entries(ofSite).map(([name, value]) => [name, given[name] ?? value]));
}

/** `SiteFacts` of the mails; JSON leaves out what is undefined. */
const mailFacts = ({ day, phone, videoTool, replyTime }: Site, videoLink: string | undefined) => ({
  phone: phone || undefined,
  hours: hoursOf(day),
  videoTool,
  videoLink,
  replyTime,
  prices: { standard: inEurosTtc(STANDARD_PRICE), funded: inEurosTtc(FUNDED_PRICE) },
});

async function stop(child: ChildProcess, ended: Promise<unknown>) {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_AT_THE_LATEST_MS);
  await ended;
  clearTimeout(timer);
}
