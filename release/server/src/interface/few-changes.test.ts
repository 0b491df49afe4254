import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shipped } from '@site/release-core/tests/support/repository';
import { tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { callAs } from '../../tests/support/interface-site';
import { serveForTests } from '../../tests/support/serve-for-tests';

const OWNER = `e30.${Buffer.from(JSON.stringify({ role: 'authenticated' })).toString('base64url')}.x`;

test('of many edits in an hour, the site makes as many as the limit, on whichever server', async () => {
  const dataDir = temporaryFolder();
  await copyFile(shipped, join(dataDir, 'site.json'));
  const store = await tinyStore([tinyShell(), tinyRemote('landing')]);
  const askOwner = async () => ({ email: 'ada@exemple.fr', name: 'Ada Martin' });
  const serve = () => serveForTests({ store, dataDir, askOwner, limits: { editsPerHour: 2 } });
  const servers = await Promise.all([serve(), serve()]);
  const edit = (at: number) =>
    callAs(OWNER, `POST ${servers[at % 2]?.address}/commands/edit-facts`, {
      words: [],
      facts: { replyTime: `sous ${at} jours` },
    });
  for (const at of [0, 1]) expect((await edit(at)).status).toBe(200);
  for (const at of [2, 3]) {
    const { status, headers } = await edit(at);
    expect([status, Number(headers.get('retry-after')) > 3000]).toEqual([429, true]);
  }
  expect((await store.readState()).entry?.seq).toBe(3);
});
