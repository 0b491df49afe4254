import { reasonOf, UserError } from '@site/terminal/program';
import { runOwnerCommand } from '../src/commands/owner';

process.umask(0o077);
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => process.exit(0));
runOwnerCommand(process.argv.slice(2), process.env).then(console.log, (error: unknown) => {
  console.error(error instanceof UserError ? error.message : `Owners cannot be changed: ${reasonOf(error)}`);
  process.exitCode = 1;
});
