import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const questions = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));
const [question = '', ...options] = process.argv.slice(2);

if (questions.includes(question)) {
  const command = ['--import', 'tsx', join(import.meta.dirname, `${question}.ts`), ...options];
  process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(`Usage: npx pnpm bench <question>, one of: ${questions.join(', ')}`);
  process.exitCode = 1;
}
