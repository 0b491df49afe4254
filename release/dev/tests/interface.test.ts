import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longTest } from '@site/backend/tests/support/long-tier';
import { openSiteStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { openTinySite, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { toAddress } from '@site/release-core/wire/open-uploads';
import { uploadOf } from '@site/server/tests/support/interface-site';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { runRelease } from './run-release';
import { endAll, type RunningSite, startSite } from './running-site';

jest.setTimeout(120_000);

const MEGABYTE = 1024 * 1024;

let dataDir: string;
let site: RunningSite;
let token: string;

const release = (...words: string[]) => runRelease(root, { DATA_DIR: dataDir }, ...words);
const ask = (path: string, as = token) =>
  fetch(`${site.address}/release/v1${path}`, { headers: { authorization: `Bearer ${as}` } });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'interface-'));
  await openTinySite(openSiteStore(dataDir));
  site = await startSite({ DATA_DIR: dataDir });
});
afterAll(() => {
  endAll();
  rmSync(dataDir, { recursive: true });
});

test('a grant opens the interface of a running site, and withdrawing it closes it immediately', async () => {
  expect((await ask('/store/index/', 'x')).status).toBe(404);
  const { stdout } = await release('grant', 'booking', '--team', 'équipe réservation');
  token = /site_release_\S+/.exec(stdout)?.[0] ?? '';
  expect((await ask('/store/index/')).status).toBe(200);
  const { stdout: json } = await release('grant', 'landing', '--team', 'équipe accueil', '--json');
  const { id, token: other } = JSON.parse(json);
  expect((await ask('/store/index/', other)).status).toBe(200);
  expect((await release('ungrant', id)).code).toBe(0);
  expect((await ask('/store/index/', other)).status).toBe(401);
  expect(site.errors()).not.toContain(other);
});

longTest('an endless upload is cut off, uses little memory, and does not stop the site', async () => {
  const artifact = tinyRemote('booking', '1.0.0-b');
  const begun = await fetch(`${site.address}/release/v1/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(uploadOf(artifact)),
  });
  const { upload } = await begun.json();
  const before = memoryOf(site);
  const sent = await sendForEver(
    `/release/v1/uploads/${upload}/${toAddress(artifact.release.files['picture.svg'] ?? '')}`,
  );
  expect(sent).toBeLessThan(64 * MEGABYTE);
  expect(memoryOf(site) - before).toBeLessThan(64 * MEGABYTE);
  expect((await fetch(site.address)).status).toBe(200);
});

test('a CI run is accepted by its signed claims, for this site only', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const issuer = await serveIssuer({ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' });
  const { code, stderr } = await release(
    ...['grant', 'booking', '--team', 'CI de réservation', '--oidc', issuer.address],
    ...['--claim', 'repository=equipe/reservation'],
  );
  expect([code, stderr]).toEqual([0, '']);
  const sign = (audience: string) =>
    new SignJWT({ repository: 'equipe/reservation' })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer.address)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5m')
      .setJti(randomUUID())
      .sign(privateKey);
  const exchange = async (identity: string) =>
    fetch(`${site.address}/release/v1/identity`, {
      method: 'POST',
      headers: { authorization: `Bearer ${identity}` },
    });
  // These tests' site has no configured public address.
  const identity = await sign(site.address);
  const session = (await (await exchange(identity)).json()) as { readonly token: string };
  expect((await ask('/store/index/', session.token)).status).toBe(200);
  expect((await exchange(identity)).status).toBe(401);
  expect((await exchange(await sign('https://other.example'))).status).toBe(401);
  issuer.server.close().closeAllConnections();
});

/** Resident memory in bytes. */
function memoryOf({ process: { pid } }: RunningSite): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Sends until the connection is closed, and returns the number of accepted bytes. */
async function sendForEver(path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const sent = httpRequest(site.address + path, { method: 'PUT', headers });
  const chunk = Buffer.alloc(MEGABYTE);
  let bytes = 0;
  const write = () => {
    while (!sent.destroyed && sent.write(chunk)) bytes += chunk.length;
  };
  sent.on('drain', write).on('error', () => undefined);
  write();
  const [answer] = await once(sent, 'response');
  expect(answer.statusCode).toBe(413);
  if (!sent.closed) await once(sent, 'close');
  return bytes;
}

async function serveIssuer(key: object): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => {
    const body = request.url === '/keys' ? { keys: [key] } : { issuer: address, jwks_uri: `${address}/keys` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, address };
}
