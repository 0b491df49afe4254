import { reasonOf, UserError } from '@site/terminal/program';
import { readIncidents } from '../src/commands/incidents';

process.umask(0o077);
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => process.exit(0));
readIncidents(process.argv.slice(2), process.env).then(
  (report) => process.stdout.write(`${JSON.stringify(report, null, 2)}\n`),
  (error: unknown) => {
    console.error(error instanceof UserError ? error.message : `The incidents cannot be read: ${reasonOf(error)}`);
    process.exitCode = 1;
  },
);
