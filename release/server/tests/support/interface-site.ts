import type { SiteData } from '@site/contract/page-data';
import { sha256 } from '@site/release-core/integrity';
import { createToken, type Grant, grantsIn } from '@site/release-core/store/grants';
import { encodeHash } from '@site/release-core/store/open-uploads';
import type { UploadRequest } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import type { BuiltRelease } from '@site/release-core/tests/support/tiny-site';
import type { UploadAnswer } from '@site/release-core/wire/protocol';
import { createHttpServer } from '../../src/http/answer-requests';
import { composedPages } from '../../src/http/composed-pages';
import { releaseFiles } from '../../src/http/release-files';
import type { AskOwner } from '../../src/interface/authenticate';
import { LIMITS, type Limits } from '../../src/interface/limits';
import { createReleaseInterface } from '../../src/interface/release-interface';

export const WITHDRAWAL = { by: 'Camille Martin', why: 'a test', at: '2026-11-22T12:00:00.000Z' };

export interface InterfaceSite {
  readonly address: string;
  readonly origin: string;
  readonly lines: readonly string[];
  readonly stop: () => void;
}

export interface InterfaceOptions {
  readonly store: Store;
  readonly dataDir: string;
  readonly limits?: Partial<Limits>;
  readonly askOwner?: AskOwner;
  readonly uploadRefusal?: string;
  readonly keepPreview?: (data: SiteData) => Promise<string>;
  readonly verifyIdentity?: Parameters<typeof createReleaseInterface>[0]['verifyIdentity'];
}

export async function serveInterface({
  store,
  dataDir,
  limits,
  askOwner = async () => null,
  uploadRefusal,
  keepPreview,
  verifyIdentity = async () => ({ why: 'no issuer' }),
}: InterfaceOptions): Promise<InterfaceSite> {
  const { server, open } = createHttpServer();
  const lines: string[] = [];
  const releaseInterface = createReleaseInterface({
    root: dataDir,
    dataDir,
    store,
    proxies: 0,
    verifyIdentity,
    askOwner,
    ...(keepPreview && { keepPreview }),
    uploadRefusal: uploadRefusal ?? null,
    log: (_, line) => lines.push(line),
    // The disk of a test may be small.
    limits: { ...LIMITS, freeBytes: 0, ...limits },
  });
  open({ readReleaseFile: releaseFiles(store.blobs), pageAt: composedPages(store), backend: null, releaseInterface });
  const origin = await listenOnLoopback(server);
  const stop = () => server.close().closeAllConnections();
  return { origin, address: `${origin}/release/v1`, lines, stop };
}

export async function giveGrant(
  store: Store,
  changes: Partial<Grant> = {},
): Promise<{ readonly id: string; readonly token: string }> {
  const { id, token } = createToken();
  await grantsIn(store.blobs).add({
    id,
    to: 'équipe réservation',
    names: ['booking'],
    may: ['publish', 'activate', 'rollback', 'revoke'],
    token: sha256(token),
    by: 'Camille Martin',
    at: new Date().toISOString(),
    ...changes,
  });
  return { id, token };
}

export function uploadOf({ release, client, node, maps = new Map() }: BuiltRelease): UploadRequest {
  const sizes = [...client, ...node].map(([file, content]) => [
    release.files[file] ?? release.nodeFiles[file],
    content.length,
  ]);
  const ofMaps = [...maps].map(([script, content]) => [release.maps?.[script], content.length]);
  return {
    release,
    provenance: { commit: release.commit, author: 'Alex Roy', isDirty: false },
    sizes: Object.fromEntries([...sizes, ...ofMaps]),
  };
}

/** @param request a method and an address. A body is sent as JSON unless it is bytes. */
export async function callAs(token: string, request: string, body?: object) {
  const [method = '', url = ''] = request.split(' ');
  const isBytes = Buffer.isBuffer(body);
  const type = isBytes ? 'application/octet-stream' : 'application/json';
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
    ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const { status, headers } = answer;
  const text = await answer.text();
  const isJson = text !== '' && headers.get('content-type')?.includes('json');
  return { status, headers, body: isJson ? JSON.parse(text) : text };
}

export function contentsOf({ release, client, node, maps = new Map() }: BuiltRelease): ReadonlyMap<string, Buffer> {
  const hashes = { ...release.nodeFiles, ...release.files };
  const files = [...client, ...node].map(([file, content]) => [encodeHash(hashes[file] ?? ''), content] as const);
  return new Map([
    ...files,
    ...[...maps].map(([at, content]) => [encodeHash(release.maps?.[at] ?? ''), content] as const),
  ]);
}

type Call = (method: string, path: string, body?: object) => ReturnType<typeof callAs>;

export async function publishWith(call: Call, artifact: BuiltRelease) {
  const begun = await call('POST', '/uploads', uploadOf(artifact));
  if (begun.status !== 201) return begun;
  const { upload, missing } = begun.body as UploadAnswer;
  for (const [address, content] of contentsOf(artifact)) {
    if (!missing.includes(address)) continue;
    const sent = await call('PUT', `/uploads/${upload}/${address}`, content);
    if (sent.status !== 204) return sent;
  }
  return call('POST', `/uploads/${upload}/commit`);
}
