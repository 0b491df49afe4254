import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSiteStore } from '@site/release-core/store/store';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import { readHistory } from '@site/release-core/tests/support/memory-store';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { programArguments } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { createHttpServer } from '../src/http/answer-requests';
import { composedPages } from '../src/http/composed-pages';
import { releaseFiles } from '../src/http/release-files';
import { visitPage } from './visitor';

const REMOTES = ['landing', 'booking', 'contact', 'legal'];
const PATHS = ['/', '/booking', '/contact', '/legal', '/nulle-part'];
const FIRST = '1.0.0-a';
const VISITORS = 4;

const { server, open } = createHttpServer();
afterAll(() => server.close().closeAllConnections());

test('during fifty activations and rollbacks no visitor gets an error or a page that mixes two releases', async () => {
  const dataDir = temporaryFolder();
  const store = openSiteStore(dataDir);
  await openTinySite(store, [tinyShell(), ...REMOTES.map((name) => tinyRemote(name, FIRST))]);
  await addAll(
    store,
    REMOTES.map((name) => tinyRemote(name, '1.0.0-b')),
  );
  open({ readReleaseFile: releaseFiles(store.blobs), pageAt: composedPages(store), backend: null });
  const address = await listenOnLoopback(server);

  async function visit(path: string) {
    const isUnknown = path === '/nulle-part';
    const { seq, names, files } = await visitPage(address, path, isUnknown ? 404 : 200);
    if (!isUnknown) expect(names).toContain(path.slice(1) || 'landing');
    for (const file of files) {
      const answer = await fetch(address + file);
      await answer.arrayBuffer();
      expect([file, answer.status]).toEqual([file, 200]);
    }
    return seq;
  }

  const changes = Array.from({ length: 25 }, (_, at) => REMOTES[at % REMOTES.length]).flatMap((name) => [
    `${name}@1.0.0-b`,
    `${name}`,
  ]);
  let isOver = false;
  const changing = promisify(execFile)(
    process.execPath,
    [...programArguments(join(__dirname, 'change-many.ts')), ...changes],
    { env: { ...process.env, DATA_DIR: dataDir } },
  ).finally(() => {
    isOver = true;
  });
  const seen = new Set<number>();
  const visitor = async (_: unknown, at: number) => {
    for (let turn = at; !isOver; turn += 1) seen.add(await visit(PATHS[turn % PATHS.length] ?? '/'));
  };
  await Promise.all([changing, ...Array.from({ length: VISITORS }, visitor)]);

  expect((await readHistory(store)).length).toBe(1 + changes.length);
  // The visits were spread over the changes, not only before or after them.
  expect(seen.size).toBeGreaterThan(5);
  expect(await visit('/')).toBe(1 + changes.length);
  expect((await store.readRevision())?.releases).toMatchObject({ booking: { active: FIRST, previous: [] } });
});
