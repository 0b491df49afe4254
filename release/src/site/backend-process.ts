import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Site } from '@site/contract/host';
import { argumentsOf } from '../programs';
import type { PageCounts } from '../serve/page-counter';
import type { Settings } from '../settings';
import { ReportedError, UserError } from '../user-error';
import { publicGaps } from './config/publication';
import type { Lifecycle } from './lifecycle';

export interface LocalBackend {
  /** Address without `/rest/v1`. */
  readonly url: string;
  readonly anonKey: string;
  /** One sentence on where mails to the owner go. */
  readonly mails: string;
  /** How many owners may sign in at /espace. */
  readonly owners: number;
  /** Sends a message to the process, or drops it when the process has ended. */
  readonly send: (news: BackendNews) => void;
}

/** Messages of the site to the backend; the receiver is in `backend/src/site-news.ts`. */
interface BackendNews {
  /** The names that incidents may carry, as ids by name: releases that are or were active, and all published ones. */
  readonly releases?: {
    readonly active: Readonly<Record<string, readonly string[]>>;
    readonly published: Readonly<Record<string, readonly string[]>>;
  };
  /** Pages served since the last message. */
  readonly servedPages?: PageCounts;
}

interface BackendParts extends Pick<Settings, 'dataDir' | 'proxies'> {
  readonly site: Site;
  /** Takes precedence over this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const STOP_AT_THE_LATEST_MS = 1700;

/**
 * Starts the embedded backend as a process of its own, which ends with this one.
 * @throws UserError after the process has reported the reason on stderr
 */
export async function startLocalBackend(
  { dataDir, proxies, site, env }: BackendParts,
  life: Lifecycle,
): Promise<LocalBackend> {
  const child = spawn(process.execPath, argumentsOf('backend/bin/main'), {
    // The site's own server is one more proxy before the backend.
    env: { ...aboutSite(site), ...process.env, ...env, DATA_DIR: dataDir, TRUST_PROXY: String(1 + proxies) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A Ctrl-C in the terminal reaches this process alone, which then stops the backend in order.
    detached: true,
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = once(child, 'message').then(([message]) => message as Omit<LocalBackend, 'send'>);
  life.onEnd(() => stop(child, ended));
  const started = await Promise.race([ready, ended]);
  if (started === null || typeof started === 'number') throw new ReportedError('The backend did not start.');
  void ended.then(() => life.fail(new UserError('The backend has stopped; see above. Start the site again.')));
  const send = (news: BackendNews) => {
    // The process may end at this moment, which `ended` reports.
    if (child.connected) child.send(news, () => undefined);
  };
  return { ...started, send };
}

/** The site's part of mails to the owner. The environment may name another address than the public one. */
const aboutSite = (site: Site) => ({
  OWNER_EMAIL: site.email,
  SITE_NAME: site.product,
  SITE_ORIGIN: site.origin,
  VISITOR_MAILS: String(site.visitorMails ?? false),
  SITE_GAPS: publicGaps(site)
    .map(({ fact }) => fact)
    .join('\n'),
});

async function stop(child: ChildProcess, ended: Promise<unknown>) {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_AT_THE_LATEST_MS);
  await ended;
  clearTimeout(timer);
}
