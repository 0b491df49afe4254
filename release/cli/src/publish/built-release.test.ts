import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { UserError } from '@site/release-core/user-error';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { publishBuilt } from './built-release';

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  await mkdir(join(folder, 'dist/client'), { recursive: true });
});

const publishBuild = async (description: object) => {
  await writeFile(join(folder, 'dist/client/build.json'), JSON.stringify(description));
  return publishBuilt(memoryStore(), { name: 'booking', folder });
};

test('a build.json without a key is refused with the key and the remedy', async () => {
  const build = {
    id: '1.0.0-a',
    entry: 'remoteEntry.js',
    container: 'booking_a',
    routes: [],
    pageFiles: {},
    sources: [],
  };
  const error = await publishBuild(build).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toMatch(
    /build\.json of booking: "requires" is missing\. Build it again: "npx pnpm build booking"\.$/,
  );
});

test('a page as « release new » wrote it is refused, at the first start too', async () => {
  const route = { name: 'booking', path: '/booking', module: 'page', title: 'Réserver', description: '[À compléter]' };
  const requires = { react: '19.0.0', sharedUi: [], host: [], backend: { tables: {}, functions: {} } };
  const names = { id: '1.0.0-a', entry: 'remoteEntry.js', container: 'booking_a', routes: [route], requires };
  await expect(
    publishBuild({ ...names, pageFiles: {}, sources: [], types: { sharedUi: {}, host: {} } }),
  ).rejects.toThrow('/booking of booking has « [À compléter] » as its description: write it in French in contract.ts');
});

test('a folder without a build is refused with the command that builds it', async () => {
  await expect(publishBuilt(memoryStore(), { name: 'booking', folder })).rejects.toThrow(
    'booking is not built: run "npx pnpm build booking" first.',
  );
});
