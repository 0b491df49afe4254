import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';

interface Suite {
  readonly path: string;
}

interface Sequencer {
  time: (suite: Suite) => number | undefined;
  readonly sort: (suites: readonly object[]) => Promise<readonly Suite[]>;
}

const LongestFirst = jest.requireActual<new () => Sequencer>('./longest-first.cjs');
const SIZES: Readonly<Record<string, number>> = {
  'src/unit.test.ts': 20,
  'src/slow-unit.test.ts': 1,
  'large.test.ts': 9,
  'small.test.ts': 1,
  'long.test.ts': 2,
};

let folder: string;

beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  for (const name of Object.keys(SIZES)) writeFileSync(join(folder, name), "test('', () => undefined);");
  writeFileSync(join(folder, 'long.test.ts'), 'jest.setTimeout(120_000);');
  writeFileSync(join(folder, 'src/slow-unit.test.ts'), 'jest.setTimeout(300_000);');
});

/** Returns the suites in the order in which they start. @param durations of an earlier run, in ms */
async function orderOf(durations: Readonly<Record<string, number>> = {}) {
  const nameOf = ({ path }: Suite) => path.slice(folder.length + 1);
  const context = {
    config: { cache: false, rootDir: folder },
    hasteFS: { getSize: (path: string) => SIZES[nameOf({ path })] },
  };
  const sequencer = new LongestFirst();
  sequencer.time = (suite) => durations[nameOf(suite)];
  const sorted = await sequencer.sort(Object.keys(SIZES).map((name) => ({ path: join(folder, name), context })));
  return sorted.map(nameOf);
}

test('without durations, suites that start programs come first, then longer timeouts, then larger files', async () => {
  expect(await orderOf()).toEqual([
    'long.test.ts',
    'large.test.ts',
    'small.test.ts',
    'src/slow-unit.test.ts',
    'src/unit.test.ts',
  ]);
});

test('suites with known durations start with the longest', async () => {
  const ascending = Object.fromEntries(Object.keys(SIZES).map((name, at) => [name, at + 1]));
  expect(await orderOf(ascending)).toEqual(Object.keys(SIZES).reverse());
});
