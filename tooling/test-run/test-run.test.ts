import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesOfEveryTest, findAffectedTests, readFoldersOfSpecs } from './affected-tests';
import { describeFailure } from './stages';
import { countWork, findExcesses } from './work';

describe('affected tests', () => {
  const root = join(__dirname, '../..');
  const workspace = {
    suites: [
      'remote-legal/src/legal.test.tsx',
      'remote-legal/tests/words.test.ts',
      'backend/src/gateway/client-address.test.ts',
      'release/cli/tests/workflows.test.ts',
      'tooling/documents.test.ts',
      'tooling/workflows.test.ts',
      'tooling/workspace.test.ts',
    ],
    foldersOfSpecs: { consent: ['shell', 'remote-legal'], landing: ['remote-landing'] },
  };

  test('a changed module reaches the suites that import it and the specs of its folder', () => {
    const changed = ['remote-legal/src/legal.tsx'];
    expect(findAffectedTests(changed, [...changed, 'remote-legal/src/legal.test.tsx'], workspace)).toEqual({
      suites: ['remote-legal/src/legal.test.tsx', 'tooling/documents.test.ts', 'tooling/workspace.test.ts'],
      specs: ['e2e/consent.spec.ts'],
      intactRemotes: ['remote-landing'],
    });
  });

  test('a file that no module imports reaches all suites of its package, a migration those of the database', () => {
    expect(findAffectedTests(['remote-legal/picture.svg'], [], workspace).suites).toEqual(
      expect.arrayContaining(['remote-legal/src/legal.test.tsx', 'remote-legal/tests/words.test.ts']),
    );
    expect(findAffectedTests(['supabase/migrations/1.sql'], [], workspace).suites).toContain(
      'backend/src/gateway/client-address.test.ts',
    );
  });

  test('a new part and a file of .github reach the tests of workflows and code owners', () => {
    const ofWorkflows = ['release/cli/tests/workflows.test.ts', 'tooling/workflows.test.ts'];
    for (const file of ['remote-guide/package.json', '.github/CODEOWNERS', '.github/workflows/release.yml']) {
      expect(findAffectedTests([file], [], workspace).suites).toEqual(expect.arrayContaining(ofWorkflows));
    }
  });

  test('what every test depends on is named', () => {
    expect(filesOfEveryTest(['README.md', 'pnpm-lock.yaml', 'tooling/jest/setup.ts'])).toEqual([
      'pnpm-lock.yaml',
      'tooling/jest/setup.ts',
    ]);
  });

  test('each spec names the folders that it can find broken', () => {
    const named = readFoldersOfSpecs(root);
    const specs = readdirSync(join(root, 'e2e')).flatMap((file) => /^(.+)\.spec\.ts$/.exec(file)?.[1] ?? []);
    expect(Object.keys(named).sort()).toEqual(specs.sort());
    for (const folder of Object.values(named).flat()) expect(existsSync(join(root, folder, 'package.json'))).toBe(true);
  });

  test('a spec of all pages is reached from each remote that visitors see, without a list of them', () => {
    const { 'every-route': folders } = readFoldersOfSpecs(root);
    const remotes = readdirSync(root).filter((name) => name.startsWith('remote-'));
    expect(remotes.filter((name) => !folders?.includes(name))).toEqual(['remote-owner']);
  });
});

describe('work of run', () => {
  const LOG = 'program\nbuild\nprogram\ndocument\nprogram\n';

  test('the work of a run is counted from its log', () => {
    expect(countWork(LOG)).toEqual({ documents: 1, programs: 3, builds: 1 });
  });

  test('each number above its budget is named, with the file that may raise it', () => {
    const most = (most: number) => ({ most, why: 'measured' });
    const budget = { documents: most(1), programs: most(2), builds: most(0) };
    expect(findExcesses(countWork(LOG), budget)).toEqual([
      expect.stringMatching(/^3 programs, at most 2: .*tooling\/test-run\/work-budget\.json and say why there\.$/),
      expect.stringMatching(/^1 builds, at most 0: /),
    ]);
  });
});

test('of a long failure the beginning and the last ten lines are shown', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
  expect(describeFailure('a test', lines.join('\n')).split('\n')).toEqual([
    'a test',
    ...lines.slice(0, 4),
    '…',
    ...lines.slice(30),
  ]);
  expect(describeFailure('a test', '\u001b[31mshort\u001b[39m\n')).toBe('a test\nshort');
});
