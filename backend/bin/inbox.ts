import { runInbox } from '../src/commands/inbox/run-inbox';

process.umask(0o077);
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => process.exit(0));

void runInbox(process.argv.slice(2), { env: process.env, width: process.stdout.columns }).then((answer) => {
  if (answer.ok) process.stdout.write(answer.text);
  else {
    console.error(answer.reason);
    process.exitCode = 1;
  }
});
