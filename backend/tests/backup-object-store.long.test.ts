import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Place, preparePlaces } from './support/places';
import { runTool } from './support/run-tool';
import { copyTemplate } from './support/template';

jest.setTimeout(120_000);

const STORE = 's3://site/live';
const places = preparePlaces();
let place: Place;

beforeAll(async () => {
  place = await places.empty('local');
  await copyTemplate(place.DATA_DIR);
  mkdirSync(join(place.DATA_DIR, 'store/index'), { recursive: true });
  writeFileSync(join(place.DATA_DIR, 'store/index/00000001.json'), 'of before the move');
});
afterAll(() => places.remove());

test('a backup of a site with an object store prints where its releases are, and how to add them', async () => {
  const folder = places.path();
  const { code, stdout, stderr } = await runTool('backup', { ...place, STORE }, folder);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    / \(rows: \d+, mails: 0\), without the releases, which are in s3:\/\/site\/live\. To add them: /,
  );
  expect(stdout).toContain(`npx pnpm release copy --from ${STORE} --to ${folder}/store\n`);
  expect(existsSync(join(folder, 'store'))).toBe(false);

  const restored = await runTool('restore', { ...(await places.empty('local')), STORE }, folder);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toMatch(/ \(rows: \d+, mails: 0\)\. The releases are those of s3:\/\/site\/live\.\n$/);
});

test('a restore leaves out the releases of a backup when STORE names an object store, and prints how to copy them', async () => {
  const folder = places.path();
  expect(await runTool('backup', { ...place, STORE: '' }, folder)).toMatchObject({ code: 0 });
  const empty = await places.empty('local');
  const { code, stdout } = await runTool('restore', { ...empty, STORE }, folder);
  expect(code).toBe(0);
  expect(stdout).toContain(`To bring them there: npx pnpm release copy --from ${folder}/store --to ${STORE}\n`);
  expect(existsSync(join(empty.DATA_DIR, 'store'))).toBe(false);
});

test.each(['backup', 'restore'] as const)(
  '%s refuses a STORE that is not an address, and does not print it',
  async (tool) => {
    const { code, stderr } = await runTool(tool, { ...place, STORE: 's3://key:secret@site' }, places.path());
    expect([code, stderr]).toEqual([
      1,
      'STORE is no address of an object store: write s3://bucket/prefix, without a key.\n',
    ]);
  },
);
