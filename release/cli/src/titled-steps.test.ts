import { made } from '@site/release-core/changes/change';
import { type TitledStep, takeSteps } from './titled-steps';

interface Work {
  readonly done: readonly string[];
}

const step = (title: string, skipped: string | null = null): TitledStep<Work> => ({
  title,
  skip: async () => skipped,
  run: async ({ done }) => ({ done: [...done, title] }),
  value: ({ done }) => `${done.length} done`,
});

test('takes the steps in order, tells each title before it runs, and returns what each has made', async () => {
  const told: string[] = [];
  const steps = [step('lint'), step('test', 'passed already'), step('build')];
  const { work, steps: taken } = await takeSteps(steps, { done: [] }, { tell: (line) => told.push(line) });
  expect(work.done).toEqual(['lint', 'build']);
  expect(told).toEqual(['lint', 'test: passed already', 'build']);
  expect(taken).toEqual([
    { title: 'lint', value: '1 done' },
    { title: 'test', value: 'passed already' },
    { title: 'build', value: '2 done' },
  ]);
});

test('takes no step after one that fails', async () => {
  const told: string[] = [];
  const failing = { ...step('test'), run: () => Promise.reject(new Error('A test failed.')) };
  const taken = takeSteps([failing, step('store')], { done: [] }, { tell: (line) => told.push(line) });
  await expect(taken).rejects.toThrow('A test failed.');
  expect(told).toEqual(['test']);
});

test('names the step that must come first when its result is used before it', () => {
  expect(made(0, 'count')).toBe(0);
  expect(() => made(null, 'build')).toThrow('"build" comes first.');
});
