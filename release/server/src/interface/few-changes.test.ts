import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSiteStore } from '@site/release-core/store/store';
import { shipped } from '@site/release-core/tests/support/repository';
import { openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { serveInterface } from '../../tests/support/interface-site';

const OWNER = `e30.${Buffer.from(JSON.stringify({ role: 'authenticated' })).toString('base64url')}.x`;
const MOST = 3;
const SENT = 8;

/** Sends edits one after the other, to two servers of the site in turn. @returns the statuses */
async function editOften(editsPerHour: number) {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'site.json'), await readFile(shipped, 'utf8'));
  const store = openSiteStore(folder);
  await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
  const askOwner = async () => ({ email: 'ada@exemple.fr', name: 'Ada Martin' });
  const serve = () =>
    serveInterface({ store: openSiteStore(folder), dataDir: folder, askOwner, limits: { editsPerHour } });
  const servers = await Promise.all([serve(), serve()]);
  const answers: Response[] = [];
  for (let at = 0; at < SENT; at += 1) {
    answers.push(
      await fetch(`${servers[at % 2]?.address}/commands/edit-facts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${OWNER}`, 'content-type': 'application/json' },
        body: JSON.stringify({ words: [], facts: { replyTime: `sous ${at} jours` } }),
      }),
    );
  }
  for (const { stop } of servers) stop();
  return { answers, seq: (await store.readState()).entry?.seq };
}

test('of many edits in an hour, the site makes as many as the limit, on whichever server', async () => {
  const { answers, seq } = await editOften(MOST);
  expect(answers.map(({ status }) => status)).toEqual([...Array(MOST).fill(200), ...Array(SENT - MOST).fill(429)]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect(seq).toBe(1 + MOST);
});

test('without the limit, the history grows with each of them', async () => {
  expect((await editOften(1000)).seq).toBe(1 + SENT);
});
