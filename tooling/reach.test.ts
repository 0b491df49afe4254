import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concernsAll, reachOf } from './reach';

const root = join(__dirname, '..');
const workspace = {
  suites: [
    'remote-legal/src/legal.test.tsx',
    'remote-legal/tests/words.test.ts',
    'backend/tests/gateway.test.ts',
    'tooling/readme.test.ts',
    'tooling/help.test.ts',
  ],
  foldersOfSpecs: { consent: ['shell', 'remote-legal'], landing: ['remote-landing'] },
};

test('a changed module reaches the suites that import it and the journeys of its folder', () => {
  const changed = ['remote-legal/src/legal.tsx'];
  expect(reachOf(changed, [...changed, 'remote-legal/src/legal.test.tsx'], workspace)).toEqual({
    suites: ['remote-legal/src/legal.test.tsx', 'tooling/readme.test.ts'],
    specs: ['e2e/consent.spec.ts'],
    safe: ['remote-landing'],
  });
});

test('a file that no module imports reaches all suites of its package, a migration those of the database', () => {
  expect(reachOf(['remote-legal/picture.svg'], [], workspace).suites).toEqual(
    expect.arrayContaining(['remote-legal/src/legal.test.tsx', 'remote-legal/tests/words.test.ts']),
  );
  expect(reachOf(['supabase/migrations/1.sql'], [], workspace).suites).toContain('backend/tests/gateway.test.ts');
});

test('what every test depends on is named', () => {
  expect(concernsAll(['README.md', 'pnpm-lock.yaml', 'tooling/jest.setup.ts'])).toEqual([
    'pnpm-lock.yaml',
    'tooling/jest.setup.ts',
  ]);
});

test('each journey names the folders that it can find broken', () => {
  const named: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync(join(root, 'e2e/folders-of-specs.json'), 'utf8'),
  );
  const specs = readdirSync(join(root, 'e2e')).flatMap((file) => /^(.+)\.spec\.ts$/.exec(file)?.[1] ?? []);
  expect(Object.keys(named).sort()).toEqual(specs.sort());
  for (const folder of Object.values(named).flat()) expect(existsSync(join(root, folder, 'package.json'))).toBe(true);
});
