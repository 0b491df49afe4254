// Runs a script of several commands: node tooling/run-script.cjs "<commands>" [arguments of the last one]
const { spawn } = require('node:child_process');
const { printHelp } = require('./help.cjs');

const [, , script, ...args] = process.argv;
if (!printHelp(args)) {
  // The shell gets each argument as one word.
  const words = args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : JSON.stringify(arg)));
  const child = spawn([script, ...words].join(' '), { shell: true, stdio: 'inherit' });
  // Ctrl-C reaches the commands too, which end in their own way.
  process.on('SIGINT', () => undefined);
  child.on('exit', (status) => {
    process.exitCode = status ?? 1;
  });
}
