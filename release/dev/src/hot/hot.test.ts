import { exampleRelease, tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { indexesWithHot } from './dev-page';

describe('dev page', () => {
  test('an active release that needs the federation run time of an earlier shell is refused beside the hot one', async () => {
    const { federation: _, ...early } = exampleRelease().requires;
    const open = async (requires: typeof early) => {
      const store = await tinyStore([tinyShell(), tinyRemote('landing', '1.0.0-a', { requires })]);
      const { releases } = (await store.readState()).revision ?? { releases: {} };
      return indexesWithHot({ store, releases }, []);
    };
    expect((await open(exampleRelease().requires))('/').remotes.landing?.id).toBe('1.0.0-a');
    await expect(open(early)).rejects.toThrow(/^landing@1\.0\.0-a takes the federation run time from its shell/);
  });
});
