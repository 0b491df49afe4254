import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findAffectedTests, readFoldersOfSpecs } from './affected-tests';
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
