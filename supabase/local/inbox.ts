import { readDatabase } from './database/read-database';
import { type Entry, readEntries } from './inbox/entry';
import { asCsv, asJson, asTable } from './inbox/formats';
import { readOptions } from './options';
import { reasonOf, SetupError } from './setup-error';

const DEFAULT_WIDTH = 100;

const formats: Record<string, (entries: Entry[]) => string> = {
  '--table': (entries) => `${asTable(entries, process.stdout.columns ?? DEFAULT_WIDTH)}\n`,
  '--csv': asCsv,
  '--json': asJson,
};

async function printInbox(args: string[]): Promise<void> {
  const [choice = '--table', ...more] = args.filter((arg) => arg !== '--');
  const format = formats[choice];
  if (!format || more.length > 0) throw new SetupError('Usage: npx pnpm inbox [--csv | --json]');
  process.stdout.write(format(await readDatabase(readOptions(process.env), readEntries)));
}

// The reader of a pipe may leave early, as `head` does.
process.stdout.on('error', () => process.exit(0));
printInbox(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof SetupError ? error.message : `The inbox cannot be read: ${reasonOf(error)}`);
  process.exitCode = 1;
});
