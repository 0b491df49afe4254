import { integrityOf } from '../src/integrity';
import type { Revision } from '../src/store/revision';
import type { Store } from '../src/store/store';
import { UserError } from '../src/user-error';
import { activateReleases, addAll, tinyRemote, tinyShell, tinyStore } from './support/tiny-site';

const GOOD_PAGE = "exports.Page = () => '<h1>booking</h1>';";
const BOOKING = { name: 'booking', id: '1.0.0-evil' };
let store: Store;

beforeEach(async () => {
  store = await tinyStore();
});

async function publishBooking(source: string) {
  const code = Buffer.from(source);
  const artifact = tinyRemote(BOOKING.name, BOOKING.id, { nodeFiles: { 'booking-page.js': integrityOf(code) } });
  await addAll(store, [{ ...artifact, node: new Map([['booking-page.js', code]]) }]);
}

const htmlAt = async (revision: Revision | undefined, path: string) =>
  (await store.readBody(revision?.pages[path]?.body ?? '')).toString();

test.each<[does: string, code: string, refusal: string]>([
  [
    'allocates 4 GB of buffers',
    `globalThis.kept = Array.from({ length: 40 }, () => Buffer.alloc(1e8)); ${GOOD_PAGE}`,
    'RangeError: Array buffer allocation failed',
  ],
  [
    'allocates arrays endlessly',
    'const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));',
    'its process crashed, exited or exceeded a limit before it had answered',
  ],
  ['answers 100 MB', "exports.Page = () => 'x'.repeat(1e8);", 'its answer has another form, or is longer than 1 MB'],
  ['throws undefined', 'throw undefined;', 'undefined'],
  [
    'throws an object that throws when it is read',
    'throw { get stack() { throw this; }, toString() { throw this; } };',
    'it threw something that cannot be described',
  ],
  ['throws an error', "exports.Page = () => { throw Error('no data'); };", 'Error: no data (at exports.Page (booking@'],
  ['throws a line for the terminal', "throw '\\u001b[2J\\nnothing happened';", ' [2J nothing happened'],
])('a release that %s fails alone, with a message that names it', async (_, code, refusal) => {
  await publishBooking(code);
  const change = activateReleases(store, BOOKING);
  await expect(change).rejects.toThrow(UserError);
  await expect(change).rejects.toThrow(/^\/booking of booking@1\.0\.0-evil [^\n]*\.$/);
  await expect(change).rejects.toThrow(refusal);
  expect((await store.readRevision())?.releases.booking?.active).toBe('1.0.0-a');
});

/** Doors to files, the network, other processes, the answer and compilers, which would open without a sandbox. */
const DOORS = `
  const ofProcess = ['exit', 'reallyExit', 'abort', 'kill', 'binding', 'dlopen', 'getBuiltinModule', 'stdin', 'stdout'];
  const compile = () => { try { return new Function('return "made"')(); } catch ({ name }) { return name; } };
  exports.Page = () => JSON.stringify({
    doors: [...ofProcess.filter((name) => process[name] !== undefined), ...(typeof fetch === 'undefined' ? [] : ['fetch'])],
    compiled: compile(),
    parent: [Object.keys(process.env), process.argv.length, process.cwd()],
  });
`;

test('a release gets no door to the machine, and neither environment, arguments nor folder of its parent', async () => {
  await publishBooking(DOORS);
  const changed = await activateReleases(store, BOOKING);
  expect(await htmlAt(changed?.revision, '/booking')).toContain(
    '{"doors":[],"compiled":"EvalError","parent":[["NODE_ENV"],0,"/"]}',
  );
});

/** If all pages were rendered in one process, this would turn the others into pages for unknown paths. */
const POLLUTION = `
  Object.values = () => [];
  JSON.stringify = () => '{"polluted":true}';
  Object.prototype.polluted = true;
  Array.prototype.map = () => ['polluted'];
`;

test('a release that pollutes built-in objects changes only its own page, not others or the composer', async () => {
  await publishBooking(`${POLLUTION} ${GOOD_PAGE}`);
  await addAll(store, [tinyShell('1.0.0-s2')]);
  const changed = await activateReleases(store, BOOKING, { name: 'shell', id: '1.0.0-s2' });
  expect(changed?.rendered).toEqual(expect.arrayContaining(['/', '/booking', '404']));
  expect(await htmlAt(changed?.revision, '/booking')).toContain('Page introuvable');
  expect(await htmlAt(changed?.revision, '/')).toContain('<h1>landing 1.0.0-a</h1>');
  expect([JSON.stringify([1].map(String)), 'polluted' in {}]).toEqual(['["1"]', false]);
});
