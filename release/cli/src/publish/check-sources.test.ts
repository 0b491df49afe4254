import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';
import type { TakeStep } from '@site/terminal/output';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { checkAndTest, suitesReached } from './check-sources';

describe('check sources', () => {
  const titles = async (checkedRoot: string, ...packages: readonly (readonly [name: string, folder: string])[]) => {
    const told: string[] = [];
    const releasables = packages.map(([name, folder]) => ({ name, folder }));
    const step = (async (title: string) => void told.push(title)) as TakeStep;
    const scope = { root: checkedRoot, releasables, since: null };
    await checkAndTest(scope, step);
    return told;
  };
  const booking = ['booking', join(root, 'remote-booking')] as const;
  const ofBooking = [
    'lint remote-booking, shared-ui/forms',
    'check the types of remote-booking, shared-ui/forms',
    'check the imports of remote-booking, shared-ui/forms',
    'test remote-booking, shared-ui/forms',
  ];

  test('a remote is tested together with the forms that are built into it', async () => {
    expect(await titles(root, booking)).toEqual(ofBooking);
  });

  test('a shell is tested with the design system and the contract, and several parts in one run, each package once', async () => {
    const contact = ['contact', join(root, 'remote-contact')] as const;
    expect(await titles(root, ['shell', join(root, 'shell')], booking, contact)).toContain(
      'test shell, shared-ui, contract, remote-booking, shared-ui/forms, remote-contact',
    );
  });

  test('a standalone remote runs the tools that its folder has a configuration for', async () => {
    const folder = temporaryFolder();
    const titlesHere = () => titles(folder, ['guide', folder]);
    expect(await titlesHere()).toEqual([]);
    for (const file of ['tsconfig.json', 'jest.config.js']) writeFileSync(join(folder, file), '');
    expect(await titlesHere()).toEqual(['check the types', 'test']);
    writeFileSync(join(folder, 'biome.json'), '');
    expect(await titlesHere()).toEqual(['lint', 'check the types', 'test']);
  });
});

const folders = ['remote-booking', 'shared-ui/forms'];
const page = 'remote-booking/src/booking-page.tsx';
const suite = 'remote-booking/src/booking-page.test.tsx';

test.each([
  ['those that import a changed module', [page], [page, suite], [suite]],
  ['none for a document or a file of another part', ['remote-booking/README.md', 'remote-legal/src/a.svg'], [], []],
  ['all for a file that no module imports', ['remote-booking/journeys/book.json'], [], null],
  ['all when packages change', [page, 'pnpm-lock.yaml'], [page, suite], null],
])('a change reaches these suites: %s', (_, changed, affected, suites) => {
  expect(suitesReached({ folders, affected, changed })).toEqual(suites);
});
