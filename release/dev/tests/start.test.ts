import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shipped } from '@site/release-core/tests/support/repository';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { startExpectingRefusal } from './running-site';

test('an incomplete public site is refused with a list in French before any file is created', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'public.json');
  const config = JSON.parse(await readFile(shipped, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...config, origin: 'https://atelier-relance.fr' }));
  const untouched = join(folder, 'not-public');
  const { code, stderr } = await startExpectingRefusal({ DATA_DIR: untouched, SITE_CONFIG: file });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Le site serait public \(https:\/\/atelier-relance\.fr\), et il manque à /);
  expect(existsSync(untouched)).toBe(false);
});
