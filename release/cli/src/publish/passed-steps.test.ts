import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { openPassedSteps } from './passed-steps';

let root: string;
const source = () => join(root, 'remote-booking/src/page.ts');
const record = () => join(root, 'node_modules/.cache/publish/booking.json');

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(join(root, 'remote-booking/src'), { recursive: true });
  writeFileSync(source(), 'first');
});

async function passLint() {
  const steps = await openPassedSteps(root, 'booking');
  await steps.add('lint');
  return steps;
}

const hasLint = async (name = 'booking') => (await openPassedSteps(root, name)).has('lint');

test('a step that passed is not repeated on the same sources, but for another package', async () => {
  expect(await hasLint()).toBe(false);
  await passLint();
  expect(await hasLint()).toBe(true);
  expect((await openPassedSteps(root, 'booking')).has('test')).toBe(false);
  expect(await hasLint('contact')).toBe(false);
});

test.each([
  ['a changed file', () => writeFileSync(source(), 'second')],
  ['a new file', () => writeFileSync(join(root, 'biome.json'), '{}')],
  ['a removed file', () => rmSync(source())],
])('%s makes every step run again', async (_, change) => {
  await passLint();
  change();
  expect(await hasLint()).toBe(false);
});

test('files that builds and tests write do not count as sources', async () => {
  await passLint();
  for (const folder of ['remote-booking/dist', 'test-results', '.data']) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'file'), 'generated');
  }
  expect(await hasLint()).toBe(true);
});

test('a step during which the sources changed is not remembered', async () => {
  const steps = await openPassedSteps(root, 'booking');
  writeFileSync(source(), 'edited meanwhile');
  await steps.add('lint');
  expect(await hasLint()).toBe(false);
  writeFileSync(source(), 'first');
  expect(await hasLint()).toBe(false);
});

test('another version of Node makes every step run again', async () => {
  await passLint();
  writeFileSync(record(), readFileSync(record(), 'utf8').replace(process.version, 'v0.0.1'));
  expect(await hasLint()).toBe(false);
});

test.each(['{', '{"state":1}'])('a record that reads %j is ignored', async (text) => {
  await passLint();
  writeFileSync(record(), text);
  expect(await hasLint()).toBe(false);
});
