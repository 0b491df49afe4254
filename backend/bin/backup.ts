import { reasonOf, UserError } from '@site/terminal/program';
import { backUp } from '../src/commands/back-up';

process.umask(0o077);
backUp(process.argv.slice(2), process.env).then(console.log, (error: unknown) => {
  console.error(error instanceof UserError ? error.message : `The backup failed: ${reasonOf(error)}`);
  process.exitCode = 1;
});
