import { reasonOf, UserError } from '@site/terminal/program';
import { runInbox } from '../src/commands/inbox/run-inbox';

process.umask(0o077);
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => process.exit(0));

runInbox(process.argv.slice(2), { env: process.env, width: process.stdout.columns }).then(
  (text) => process.stdout.write(text),
  (error: unknown) => {
    console.error(error instanceof UserError ? error.message : `The inbox cannot be used: ${reasonOf(error)}`);
    process.exitCode = 1;
  },
);
