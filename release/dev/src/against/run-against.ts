import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  DEV_RELEASE_ID,
  INDEX_PATH,
  isBackendPath,
  RELEASES_PATH,
  releaseBase,
  TABLES_PATH,
} from '@site/contract/addresses';
import { BUILD_FILE, type HotBuild } from '@site/contract/build';
import { readHotBuild } from '@site/contract/read-build';
import type { ActiveRelease } from '@site/contract/release-index';
import { developmentOrigin, isSameSiteRequest } from '@site/release-build/same-site';
import type { ReleasablePackage } from '@site/release-cli/publish/packages';
import { incompatibilitiesOf } from '@site/release-core/compose/compatibility';
import { integrityOf } from '@site/release-core/integrity';
import { readSiteOrigin } from '@site/release-core/network';
import { UserError } from '@site/release-core/user-error';
import { pathForLog, readTarget } from '@site/release-server/http/request-target';
import type { Lifecycle } from '@site/release-server/run-program';
import { readFlags } from '@site/terminal/program';
import { type HotPackage, listenLocally, startHot, waitForText } from '../hot/hot-package';
import {
  askBackend,
  askSite,
  fetchFailureOf,
  type PublicSite,
  pageWithHot,
  RELOAD_SCRIPT,
  readPublicBackend,
  readPublicSite,
  type SiteAnswer,
  withHot,
} from './public-site';

interface ProxyOptions {
  readonly origin: string;
  readonly hot: readonly HotPackage[];
  readonly reloads: ReturnType<typeof createReloads>;
  readonly backend: string | null;
}

/** Hot builds must not report to the public site. */
const REPORTS: readonly string[] = [`${TABLES_PATH}incidents`, `${TABLES_PATH}live_pages`, `${TABLES_PATH}page_speeds`];

export const createSiteProxy = (options: ProxyOptions): Server =>
  createServer((request, response) => {
    answerTo(request, response, options)
      .then((answer) => answer && send(response, answer))
      .catch((error: unknown) => {
        const reason = fetchFailureOf(error);
        console.error(`${request.method} ${pathForLog(request.url ?? '')}: ${reason}.`);
        if (response.headersSent) return response.destroy();
        send(response, text(502, `${options.origin} does not answer (${reason}): try again when it does.\n`));
      });
  });

/** Undefined for the event stream, which stays open. */
async function answerTo(request: IncomingMessage, response: ServerResponse, options: ProxyOptions) {
  if (!isSameSiteRequest(request)) return text(403, 'Other sites are not answered here.\n');
  const target = readTarget(request.url ?? '');
  if (!target) return text(400, 'The address of this request cannot be read.\n');
  const { path, query } = target;
  if (isBackendPath(path)) return answerOfBackend(request, options, path + query);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return text(405, 'Only GET and HEAD are served here.\n', { allow: 'GET, HEAD' });
  }
  if (path === CHANGES) return options.reloads.open(response);
  if (path === RELOAD_SCRIPT) return text(200, RELOAD_CODE, { 'content-type': 'text/javascript; charset=utf-8' });
  const own = options.hot.find(({ name }) => path.startsWith(releaseBase(name, DEV_RELEASE_ID)));
  if (own) return withoutStore(await askSite(request, own.origin, path));
  return answerOfSite(request, options, { path, query });
}

async function answerOfBackend(request: IncomingMessage, { backend, origin }: ProxyOptions, path: string) {
  if (REPORTS.includes(path)) {
    request.resume();
    return { status: 204, headers: {}, body: Buffer.alloc(0) };
  }
  if (backend !== null) return withoutStore(await askBackend(request, backend, path));
  request.resume();
  const message = `Nothing is sent to ${origin}: start "pnpm dev" with --with-backend to send it.`;
  console.error(`${request.method} ${path}: refused. ${message}`);
  return text(403, JSON.stringify({ code: 'WITHOUT_BACKEND', message }), { 'content-type': 'application/json' });
}

async function answerOfSite(
  request: IncomingMessage,
  { origin, hot }: ProxyOptions,
  { path, query }: { readonly path: string; readonly query: string },
): Promise<SiteAnswer> {
  const answer = await askSite(request, origin, path + query);
  const type = answer.headers['content-type'] ?? '';
  const isIndex = path === INDEX_PATH && answer.status === 200;
  if (!isIndex && !type.startsWith('text/html')) return answer;
  const described = await Promise.all(hot.map(async (one) => [one.name, (await readHotRelease(one)).release] as const));
  const releases: Readonly<Record<string, ActiveRelease>> = Object.fromEntries(described);
  if (isIndex) return replaced(answer, JSON.stringify(withHot(JSON.parse(String(answer.body)), releases)));
  const isOwnPage = described.some(([, { routes }]) => routes.some((route) => route.path === path));
  const page = replaced(answer, pageWithHot(String(answer.body), { releases, isOwnPage }));
  // The public site does not have this page yet.
  return isOwnPage && answer.status === 404 ? { ...page, status: 200 } : page;
}

/** The changed content must not be cached as the public site's. */
function replaced({ status, headers: { etag: _, 'last-modified': __, ...headers } }: SiteAnswer, content: string) {
  return withoutStore({ status, headers, body: Buffer.from(content) });
}

const withoutStore = (answer: SiteAnswer): SiteAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'cache-control': 'no-store' },
});

const text = (status: number, content: string, headers: SiteAnswer['headers'] = {}): SiteAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: Buffer.from(content),
});

function send(response: ServerResponse, { status, headers, body }: SiteAnswer) {
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, { ...headers, ...(hasBody && { 'content-length': body.length }) });
  response.end(response.req.method === 'HEAD' || !hasBody ? undefined : body);
}

interface HotRelease {
  readonly name: string;
  readonly build: HotBuild;
  readonly release: ActiveRelease;
}

async function readHotRelease(hot: HotPackage): Promise<HotRelease> {
  const build = readHotBuild(await waitForText(hotAddress(hot, BUILD_FILE), hot));
  // A public shell does not load an entry without its hash.
  const integrity = integrityOf(Buffer.from(await waitForText(hotAddress(hot, build.entry), hot)));
  const { id, container, routes } = build;
  return {
    name: hot.name,
    build,
    release: { id, container, routes, entry: releaseBase(hot.name, DEV_RELEASE_ID) + build.entry, integrity },
  };
}

const hotAddress = ({ name, origin }: HotPackage, file: string) => origin + releaseBase(name, DEV_RELEASE_ID) + file;

const CHANGES = `${RELEASES_PATH}-/changes`;

/** `EventSource` reconnects by itself after a restart of this server. */
const RELOAD_CODE = `new EventSource('${CHANGES}').onmessage = () => location.reload();\n`;

export function createReloads() {
  const pages = new Set<ServerResponse>();
  return {
    open: (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(': open\n\n');
      pages.add(response);
      response.once('close', () => pages.delete(response));
    },
    reload: () => {
      for (const page of pages) page.write('data: built\n\n');
    },
  };
}

interface AgainstContext {
  readonly remotes: readonly ReleasablePackage[];
  readonly port: number;
  readonly hotPorts: readonly number[];
  readonly origin: string;
  readonly isWithBackend: boolean;
}

export async function runAgainst(against: AgainstContext, life: Lifecycle): Promise<void> {
  const { remotes, port, hotPorts, origin, isWithBackend } = against;
  const site = await readPublicSite(origin);
  const backend = isWithBackend ? await readPublicBackend(origin) : null;
  const hot = startHot(remotes, { ports: hotPorts, sitePort: port, isForPublicSite: true }, life);
  const releases = await Promise.all(hot.map(readHotRelease));
  for (const release of releases) requireFit(site, release);

  const reloads = createReloads();
  for (const build of hot) build.process.on('message', reloads.reload);
  const server = createSiteProxy({ origin, hot, reloads, backend });
  await listenLocally(server, port);
  life.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  console.log(`Hot: ${remotes.map(({ name }) => name).join(', ')}. All else comes from ${origin}.`);
  console.log(
    backend === null
      ? 'Forms are refused: --with-backend sends them to the public site.'
      : `What forms send is real: it goes to ${backend}.`,
  );
  console.log(developmentOrigin(port));
}

function requireFit({ origin, shell }: PublicSite, { name, build }: HotRelease) {
  const { id, requires } = build;
  if (!requires) throw new Error('The hot build lists no requirements.');
  const reasons = incompatibilitiesOf(shell, { name, id, requires });
  if (reasons.length === 0) return;
  throw new UserError(
    `${reasons.join('; ')}. ${origin} has another version of the contract or of shared-ui: activate a shell there that has what is missing, or use what it has.`,
  );
}

export interface AgainstOptions {
  readonly remotes: readonly string[];
  readonly origin: string;
  readonly isWithBackend: boolean;
}

const USAGE = 'Usage: npx pnpm dev [name…] [--against https://example.org [--with-backend]]';
const FLAGS = { against: { type: 'string' }, 'with-backend': { type: 'boolean', default: false } } as const;

export function readDevOptions(args: readonly string[]) {
  const { positionals: names, values } = readFlags(args, FLAGS, USAGE);
  const isWithBackend = values['with-backend'];
  if (values.against === undefined) {
    if (!isWithBackend) return { names, against: null };
    throw new UserError(`--with-backend sends forms to a public site: name it with --against. ${USAGE}`);
  }
  const origin = readSiteOrigin('--against', values.against);
  if (names.length === 0) throw new UserError(`Name the remotes that are to be hot in ${origin}. ${USAGE}`);
  const remotes = new Set(names.map((name) => name.replace(/^remote-/, '')));
  if (remotes.has('shell')) {
    throw new UserError(`The shell comes from ${origin}: leave it out, or leave out --against.`);
  }
  return { names, against: { remotes: [...remotes], origin, isWithBackend } };
}
