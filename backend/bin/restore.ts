import { reasonOf, UserError } from '@site/terminal/program';
import { restore } from '../src/commands/back-up';

process.umask(0o077);
restore(process.argv.slice(2), process.env, console.error).then(console.log, (error: unknown) => {
  console.error(error instanceof UserError ? error.message : `The restore failed: ${reasonOf(error)}`);
  process.exitCode = 1;
});
