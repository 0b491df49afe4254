import { join } from 'node:path';
import { openAll, openToOthers } from '@site/backend/tests/support/open-files';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { copyFirstReleases } from './first-releases';
import { endAll, startSite } from './running-site';

jest.setTimeout(300_000);

const hosted = { SUPABASE_URL: 'https://example.supabase.co', SUPABASE_ANON_KEY: 'example-key' };
const umaskOfTests = process.umask();
let folder: string;

beforeAll(() => {
  folder = temporaryFolder();
});
afterEach(endAll);
afterEach(() => process.umask(umaskOfTests));

test.each([
  ['with a hosted backend', hosted],
  ['with the local backend', { SUPABASE_URL: '', DATABASE_URL: '' }],
])('a start %s makes the data folder private, whether it is new or was readable by others', async (_, backend) => {
  process.umask(0);
  const dataDir = join(folder, 'new', backend.SUPABASE_URL ? 'hosted' : 'local');
  copyFirstReleases(dataDir);
  const first = await startSite({ DATA_DIR: dataDir, ...backend });
  expect(openToOthers(dataDir)).toEqual([]);
  await first.end('SIGTERM');

  openAll(dataDir);
  const second = await startSite({ DATA_DIR: dataDir, ...backend });
  expect(openToOthers(dataDir)).toEqual([]);
  await second.end('SIGTERM');
});
