import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { UserError } from '@site/terminal/user-error';
import { readIncidents } from '../src/start/read-incidents';

const NONE = { failures: [], positions: [], rates: [], reporters: 0, requests: [], mails: null };

test('reading the incidents of a site that was never started finds none and creates nothing', async () => {
  const env = { DATA_DIR: join(temporaryFolder(), 'none') };
  expect(await readIncidents(['--json'], env)).toEqual(NONE);
  expect(await readIncidents(['--json', '--speeds'], env)).toEqual({ speeds: [] });
  expect(existsSync(env.DATA_DIR)).toBe(false);
});

test('a database that cannot be reached is reported as an error, not as one without incidents', async () => {
  const reading = readIncidents(['--json'], { DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/site' });
  const error = await reading.catch((cause: Error) => cause);
  expect(error).toBeInstanceOf(UserError);
  expect((error as Error).message).toMatch(/^DATABASE_URL cannot be used \(127\.0\.0\.1:1: (?!.*secret)/);
});

test.each([
  ['--hours 24', '--json is missing'],
  ['--json --hours 0', '--hours is "0"'],
  ['--json --hours 721', '--hours is "721"'],
  ['--json --hours 1.5', '--hours is "1.5"'],
  ['--json booking', '"booking" is no flag'],
  ['--json --hour 1', "Unknown option '--hour'"],
])('of the arguments "%s", what is wrong is named: %s', async (line, wrong) => {
  const refused = expect(readIncidents(line.split(' '), {})).rejects;
  await refused.toThrow(new RegExp(`^${wrong}\\. Usage: .* with 1 to 720 hours, or --json`));
});
