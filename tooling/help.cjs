// `--help` for the commands of the root's package.json. Printed before anything is installed or started.
const { commands } = require('./commands.json');

/** @returns whether the help of the script that pnpm runs was asked for, and printed */
exports.printHelp = (args) => {
  const name = process.env.npm_lifecycle_event ?? '';
  const command = commands[name];
  if (!command || !args.some((arg) => arg === '--help' || arg === '-h')) return false;
  const lines = command.lines ?? [];
  console.log(
    [`Usage: npx pnpm ${[name, command.usage].filter(Boolean).join(' ')}`, command.does, ...lines].join('\n'),
  );
  return true;
};
