import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { contextOn, runIn } from '../../tests/support/command-context';
import { sourceHash } from './sources';

test.each([
  [[], {}],
  [['booking'], { changed: true }],
])('publish takes names or --changed: %j with %j is refused', async (words, options) => {
  await expect(runIn('publish', contextOn(await tinyStore(), options), ...words)).rejects.toThrow(
    'Name the parts to publish ("npx pnpm release publish booking"), or give --changed.',
  );
});

test('--changed publishes nothing when no part differs from the active releases', async () => {
  const root = temporaryFolder();
  const folder = join(root, 'remote-booking');
  mkdirSync(folder);
  const source = await sourceHash({ name: 'booking', folder }, []);
  const store = await tinyStore([tinyShell(), tinyRemote('landing'), tinyRemote('booking', '1.0.0-a', { source })]);
  expect(await runIn('publish', { ...contextOn(store, { changed: true }), root })).toEqual({
    text: 'Nothing differs from the active releases.',
    json: { releases: [] },
  });
});
