import { countWork, excessesOf } from './work-of-run';

const LOG = 'program\nbuild\nprogram\ncost\t12\tshell/a.test.ts\t1.5\ndocument\nprogram\n';

test('the work of a run is counted from its log', () => {
  expect(countWork(LOG, 7)).toEqual({ tests: 7, documents: 1, programs: 3, builds: 1 });
});

test('each number above its budget is named, with the file that may raise it', () => {
  const most = (most: number) => ({ most, why: 'measured' });
  const budget = { tests: most(7), documents: most(1), programs: most(2), builds: most(0) };
  expect(excessesOf(countWork(LOG, 7), budget)).toEqual([
    expect.stringMatching(/^3 programs, at most 2: .*tooling\/work-budget\.json and say why there\.$/),
    expect.stringMatching(/^1 builds, at most 0: /),
  ]);
});
