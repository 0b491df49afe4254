import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@site/release-core/integrity';
import { openSiteStore } from '@site/release-core/store/store';
import { activateReleases } from '@site/release-core/tests/support/change';
import { type Artifact, addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { grantsIn } from '@site/release-core/wire/grants';
import { toAddress } from '@site/release-core/wire/open-uploads';
import type { UploadAnswer } from '@site/release-core/wire/wire';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { giveGrant, serveInterface, uploadOf, WITHDRAWAL, withFile } from '../support/interface-site';
import { type RawAnswer, sendRaw } from '../support/raw-request';
import { type Attack, type AttackClass, booking, type Prepared } from './attack-class';

/** Each attacked site is a copy of this folder, because composing a site takes most of the time. */
const template = composeTemplate();

async function composeTemplate(): Promise<string> {
  const folder = temporaryFolder();
  cpSync(join(__dirname, '../../../../site.json'), join(folder, 'site.json'));
  const store = openSiteStore(folder);
  await openTinySite(store);
  const published = [
    tinyRemote('booking', '1.0.0-b'),
    tinyRemote('booking', '1.0.0-c'),
    tinyRemote('landing', '1.0.0-b'),
  ];
  await addAll(store, [tinyShell('1.0.0-s2'), ...published]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  return folder;
}

const NO_UPLOAD: UploadAnswer = { upload: '0'.repeat(32), missing: [] };

export async function attackedSite(setting: Omit<AttackClass, 'name' | 'requests' | 'answer' | 'without'>) {
  const folder = temporaryFolder();
  cpSync(await template, folder, { recursive: true });
  const store = openSiteStore(folder);
  const { id, token } = await giveGrant(store, setting.grant);
  const { token: otherToken } = await giveGrant(store, { to: 'équipe contact' });
  const site = await serveInterface({ store, dataDir: folder, ...(setting.limits && { limits: setting.limits }) });
  const send = (attack: Attack, as = token) => sendAttack(site.origin, attack, as);
  const uploads = setting.grant || setting.openUploads || setting.limits ? {} : await prepareUploads(send);
  for (let count = 0; count < (setting.openUploads ?? 0); count += 1) await begin(send, booking({}, `1.0.0-${count}`));
  const needsUpload = setting.limits && !setting.grant ? { begun: await begin(send, booking()) } : {};
  if (setting.isWithdrawn) await grantsIn(store.blobs).withdraw(id, WITHDRAWAL);
  const prepared: Prepared = {
    ...{ begun: NO_UPLOAD, committed: NO_UPLOAD, forged: NO_UPLOAD, whole: NO_UPLOAD },
    ...uploads,
    ...needsUpload,
    token,
    otherToken,
  };
  return {
    prepared,
    store,
    send,
    lines: site.lines,
    contents: () => hashAll(join(folder, 'store')),
    stop: site.stop,
  };
}

type Send = (attack: Attack) => Promise<RawAnswer>;

function sendAttack(origin: string, { method, path, body, headers, isOpen }: Attack, token: string) {
  const type = method === 'PUT' ? 'application/octet-stream' : 'application/json';
  return sendRaw(origin, {
    method,
    path: `/release/v1${path}`,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body }),
    ...(isOpen && { isOpen }),
  });
}

async function begin(send: Send, artifact: Artifact): Promise<UploadAnswer> {
  const { text } = await send({ method: 'POST', path: '/uploads', body: JSON.stringify(uploadOf(artifact)) });
  return JSON.parse(text) as UploadAnswer;
}

async function sendAll(send: Send, artifact: Artifact): Promise<UploadAnswer> {
  const begun = await begin(send, artifact);
  const hashes = { ...artifact.release.files, ...artifact.release.nodeFiles };
  for (const [file, body] of [...artifact.client, ...artifact.node]) {
    await send({ method: 'PUT', path: `/uploads/${begun.upload}/${toAddress(hashes[file] ?? '')}`, body });
  }
  return begun;
}

async function prepareUploads(send: Send) {
  const committed = await sendAll(send, booking({}, '1.0.0-d'));
  await send({ method: 'POST', path: `/uploads/${committed.upload}/commit` });
  const forged = withFile(booking({}, '1.0.0-f'), 'remoteEntry.js.br', Buffer.from('not Brotli'));
  return {
    committed,
    begun: await begin(send, booking()),
    forged: await sendAll(send, forged),
    whole: await sendAll(send, booking({}, '1.0.0-w')),
  };
}

function hashAll(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  );
  return Object.fromEntries(files.sort().map((file) => [file, sha256(readFileSync(join(folder, file)))]));
}
