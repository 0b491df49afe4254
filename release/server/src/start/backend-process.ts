import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { keepRunning } from '@site/backend/keep-running';
import type { EvidenceAnswer, EvidenceQuestion, ReleaseNames, SiteUpdate } from '@site/backend/site-messages';
import type { BackendDescription } from '@site/contract/backend-calls';
import type { Site } from '@site/contract/host';
import type { SiteData } from '@site/contract/page-data';
import { mailFacts } from '@site/release-core/compose/mail-facts';
import { factAt } from '@site/release-core/config/edited-facts';
import { publicGaps, readConfigFile } from '@site/release-core/config/site-config';
import { everActive } from '@site/release-core/store/history';
import type { Store } from '@site/release-core/store/store';
import { ReportedError } from '@site/release-core/user-error';
import type { ReadCounts } from '@site/release-core/watch/watch';
import type { PageCounter } from '../http/page-counter';
import { type Settings, visitorMailsOf } from '../read-site-data';
import { argumentsOf, type Lifecycle } from '../run-program';

export interface LocalBackend {
  /** Address without `/rest/v1`. */
  readonly url: string;
  readonly anonKey: string;
  readonly mails: string;
  readonly owners: number;
  readonly accepts: BackendDescription;
  /** Uses another state of the site's facts in mails from now on, also in a process that is started again. */
  readonly setSite: (site: Site, videoLink: string) => void;
  /** Sends a message to the process, or drops it when the process has ended. */
  readonly send: (update: SiteUpdate) => void;
  readonly readCounts: ReadCounts;
}

/** Variables of docs/hosting/environment.md, by name. */
type MailSettings = Readonly<Record<string, string>>;

interface BackendOptions extends Pick<Settings, 'dataDir' | 'proxies'> {
  readonly site: Site;
  /** The link is no fact of `site`, which everybody reads in the pages. */
  readonly videoLink?: string | undefined;
  /** Takes precedence over this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const MAX_STOP_MS = 2300;

/** Starts the backend's process, and starts it again at the same address whenever it ends. */
export async function startLocalBackend(options: BackendOptions, life: Lifecycle): Promise<LocalBackend> {
  const first = await startProcess(options, life);
  const { port } = new URL(first.url);
  const again = { ...options, env: { ...options.env, BACKEND_PORT: port } };
  let settings = mailSettings(options);
  const restart = () => startProcess({ ...again, env: { ...again.env, ...settings } }, life);
  const backend = keepRunning('The backend', first, restart);
  // It is stopped at once: another cleanup may take its time, and a process that ends meanwhile would be started again.
  life.signal.addEventListener('abort', () => void backend.stop());
  life.onEnd(backend.stop);
  return {
    ...first,
    setSite: (site, videoLink) => {
      const latest = mailSettings({ ...options, site, videoLink });
      if (JSON.stringify(latest) === JSON.stringify(settings)) return;
      settings = latest;
      backend.current()?.send({ mailSettings: settings });
    },
    send: (update) => backend.current()?.send(update),
    readCounts: async (watched) => (await backend.current()?.readCounts(watched)) ?? null,
  };
}

type BackendProcess = Omit<LocalBackend, 'send' | 'readCounts' | 'setSite'>;

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
  const ready = once(child, 'message').then(([message]) => message as BackendProcess);
  const stopNow = () => stopChild(child, MAX_STOP_MS);
  life.signal.addEventListener('abort', stopNow);
  void ended.then(() => life.signal.removeEventListener('abort', stopNow));
  const started = await Promise.race([ready, ended]);
  if (typeof started === 'string') throw new ReportedError('The backend did not start.');
  const send = (update: SiteUpdate) => {
    if (child.connected) child.send(update, () => undefined);
  };
  return { ...started, send, readCounts: createCountsReader(child), ended, stop: stopNow };
}

/** What mails to the owner contain about the site. The environment can override it, for example the address. */
function mailSettings({ site, videoLink, env }: BackendOptions): MailSettings {
  const given = { ...process.env, ...env };
  const ofSite = {
    OWNER_EMAIL: site.email,
    SITE_NAME: site.product,
    SITE_ORIGIN: site.origin,
    SITE_FACTS: JSON.stringify({ ...mailFacts(site), videoLink: videoLink || undefined }),
    VISITOR_MAILS: String(visitorMailsOf(site, given).areOn),
    SITE_GAPS: publicGaps(site)
      .map(({ fact }) => fact)
      .join('\n'),
  };
  return Object.fromEntries(Object.entries(ofSite).map(([name, value]) => [name, given[name] ?? value]));
}

/** Kills a process that does not end in time. */
export async function stopChild(child: ChildProcess, withinMs: number) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await ended;
  clearTimeout(timer);
}

const ANSWER_WITHIN_MS = 10_000;

type Counts = Awaited<ReturnType<ReadCounts>>;

/** Asks the backend's process over its IPC channel; no program is started. */
export function createCountsReader(child: Pick<ChildProcess, 'connected' | 'send' | 'on'>): ReadCounts {
  const waiting = new Map<number, (counts: Counts) => void>();
  let last = 0;
  child.on('message', (message) => {
    const { question = 0, evidence = null } = message as Partial<EvidenceAnswer>;
    waiting.get(question)?.(evidence as Counts);
  });
  child.on('exit', () => {
    for (const settle of waiting.values()) settle(null);
  });
  return (watched) =>
    new Promise((resolve) => {
      last += 1;
      const question = last;
      const settle = (counts: Counts) => {
        clearTimeout(timer);
        waiting.delete(question);
        resolve(counts);
      };
      const timer = setTimeout(settle, ANSWER_WITHIN_MS, null);
      waiting.set(question, settle);
      if (!child.connected) return settle(null);
      child.send({ question, watched } satisfies EvidenceQuestion, (error) => error && settle(null));
    });
}

/** The pages have all facts but the address of the video call: that is edited at `/espace`, or is in the file. */
export async function createFactsReport({ setSite }: Pick<LocalBackend, 'setSite'>, file: string) {
  const ofFile = factAt(await readConfigFile(file), 'videoLink');
  return ({ site, edited }: Pick<SiteData, 'site' | 'edited'>) => setSite(site, `${edited?.videoLink ?? ofFile}`);
}

const PAGES_EVERY_MS = 60_000;

type Send = Pick<LocalBackend, 'send'>;

/** Sends releases that were ever active, because open pages report older ones, and published ones, for previews. */
export function createReleasesReport(backend: Send, store: Store): () => void {
  const report = async () => {
    const [active, names] = await Promise.all([everActive(store), store.listNames()]);
    const ids = names.map(async (name) => [name, await store.listIds(name)] as const);
    const published = Object.fromEntries(await Promise.all(ids));
    backend.send({ releases: { active, published, described: await describeReleases(store, published) } });
  };
  // Reports run one after the other, so that the latest list is sent last.
  let reported = Promise.resolve();
  return () => {
    reported = reported.then(report).catch((error: unknown) => {
      console.error(
        'The backend did not receive the names of the releases: incidents of new ones count as "other".',
        error,
      );
    });
  };
}

/** The routes and scripts of published releases. One that cannot be read is left out. */
async function describeReleases(store: Store, published: Readonly<Record<string, readonly string[]>>) {
  const parts = Object.entries(published).map(async ([name, ids]) => {
    const releases = await Promise.all(ids.map((id) => store.readIfIntact(name, id)));
    const described = releases.flatMap((release): [string, ReleaseNames][] => {
      if (!release) return [];
      const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'));
      return [[release.id, { routes: release.routes.map(({ path }) => path), scripts }]];
    });
    return [name, Object.fromEntries(described)] as const;
  });
  return Object.fromEntries(await Promise.all(parts));
}

/** Sends the backend the served pages each minute and at the end. A kill loses at most one minute. */
export function reportPages(backend: Send, counter: PageCounter, life: Pick<Lifecycle, 'onEnd'>): void {
  const report = () => {
    const { pages, networks } = counter.drain();
    if (Object.keys(networks.sent).length > 0) backend.send({ servedPages: pages, servedNetworks: networks });
  };
  const timer = setInterval(report, PAGES_EVERY_MS);
  life.onEnd(() => {
    clearInterval(timer);
    report();
  });
}
