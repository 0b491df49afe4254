import { reasonOf, UserError } from '@site/terminal/program';
import { type Backend, readAllOptions, startBackend } from '../src/commands/backend';
import type { EvidenceQuestion, SiteUpdate } from '../src/process/site-messages';

// Requests that are still in progress then have not been confirmed to anyone, so nothing confirmed is lost.
const STOP_MS = 1900;

process.umask(0o077);

let backend: Backend | undefined;
let isStopping = false;

function stop(exitCode: number): void {
  if (isStopping) return;
  isStopping = true;
  // During the start an immediate exit is as safe as a crash.
  if (!backend) process.exit(exitCode);
  setTimeout(() => process.exit(exitCode), STOP_MS);
  backend.stop().then(
    () => process.exit(exitCode),
    (error: unknown) => fail(error),
  );
}

function fail(error: unknown): never {
  const isUserError = error instanceof UserError;
  console.error(isUserError ? error.message : `The backend failed: ${reasonOf(error)}`);
  process.exit(1);
}

process.on('SIGTERM', () => stop(0));
process.on('SIGINT', () => stop(0));
// The parent has ended, so its pipes are closed. Writing to them must not throw.
process.on('disconnect', () => stop(0));
process.on('message', onMessage);
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

function onMessage(message: SiteUpdate | EvidenceQuestion) {
  if (!('question' in message)) backend?.onUpdate(message);
  else void backend?.answer(message).then((answer) => process.connected && process.send?.(answer));
}

async function start() {
  const options = readAllOptions(process.env);
  backend = await startBackend(options);
  const where = options.databaseUrl ? 'PostgreSQL of DATABASE_URL' : options.dataDir;
  console.log(`Backend ready on ${backend.url} (${where}).`);
  console.log(backend.mails);
  const { url, anonKey, mails, owners, accepts } = backend;
  process.send?.({ url, anonKey, mails, owners, accepts });
}
start().catch(fail);
