import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { UserError } from '@site/release-core/user-error';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { publishBuilt, readBuiltRelease } from './built-release';

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  await mkdir(join(folder, 'dist/client'), { recursive: true });
});

const WHOLE = {
  id: '1.0.0-a',
  entry: 'remoteEntry.js',
  container: 'booking_a',
  routes: [],
  requires: { react: '19.0.0', sharedUi: [], host: [], backend: { tables: {}, functions: {} } },
  pageFiles: {},
  sources: [],
  types: { sharedUi: {}, host: {} },
};

const publishBuild = async (description: object) => {
  await writeFile(join(folder, 'dist/client/build.json'), JSON.stringify(description));
  return publishBuilt(memoryStore(), { name: 'booking', folder });
};

test('a build.json without a key is refused with the key and the remedy', async () => {
  const error = await publishBuild({ ...WHOLE, requires: undefined }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toMatch(
    /build\.json of booking: "requires" is missing\. Build it again: "npx pnpm build booking"\.$/,
  );
});

test('a page as « release new » wrote it is refused, at the first start too', async () => {
  const route = { name: 'booking', path: '/booking', module: 'page', title: 'Réserver', description: '[À compléter]' };
  await expect(publishBuild({ ...WHOLE, routes: [route] })).rejects.toThrow(
    '/booking of booking has « [À compléter] » as its description: write it in French in contract.ts',
  );
});

test('journeys of a build become one of the node files, and wrong ones are refused with file and step', async () => {
  const book = { title: 'Réserver', steps: [{ type: 'navigate', url: '/booking' }] };
  await publishBuild({ ...WHOLE, journeys: { book } });
  const { node, release, client } = await readBuiltRelease({ name: 'booking', folder });
  expect(JSON.parse(`${node.get('journeys.json')}`)).toEqual({ book });
  expect(Object.keys(release.nodeFiles)).toContain('journeys.json');
  expect([...client.keys()]).not.toContain('journeys.json');
  expect(release).not.toHaveProperty('journeys');
  await expect(publishBuild({ ...WHOLE, journeys: { book: { ...book, steps: [] } } })).rejects.toThrow(
    'build.json of booking: journeys/book.json: "steps" must begin with a step of type navigate.',
  );
});

test('a folder without a build is refused with the command that builds it', async () => {
  await expect(publishBuilt(memoryStore(), { name: 'booking', folder })).rejects.toThrow(
    'booking is not built: run "npx pnpm build booking" first.',
  );
});
