import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSiteStore } from '../store/open-site-store';
import { giveGrant, serveInterface, uploadOf } from '../testing/interface-site';
import { sendRaw } from '../testing/raw-request';
import { openTinySite, tinyRemote, tinyShell } from '../testing/tiny-site';
import { LIMITS } from './limits';
import { uploadsIn } from './open-uploads';
import type { UploadAnswer } from './wire';

test('of uploads that begin at once, a grant keeps the newest, also beside abandoned ones', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'begin-upload-'));
  const store = openSiteStore(dataDir);
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking')]);
  const { id: grant, token } = await giveGrant(store);
  const site = await serveInterface({ store, dataDir });
  const begin = async (id: string) => {
    const { status, text } = await sendRaw(site.origin, {
      method: 'POST',
      path: '/release/v1/uploads',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(uploadOf(tinyRemote('booking', id))),
    });
    expect([status, text]).toEqual([201, text]);
    return (JSON.parse(text) as UploadAnswer).upload;
  };
  try {
    const first = await begin('1.0.0-first');
    await Promise.all(Array.from({ length: 12 }, (_, at) => begin(`1.0.0-${at}`)));
    const kept = await uploadsIn(store.blobs).listOf(grant);
    expect(kept).toHaveLength(LIMITS.openUploads);
    expect(kept).not.toContain(first);
    const last = await begin('1.0.0-last');
    expect(await uploadsIn(store.blobs).listOf(grant)).toContain(last);
  } finally {
    site.stop();
    rmSync(dataDir, { recursive: true });
  }
});
