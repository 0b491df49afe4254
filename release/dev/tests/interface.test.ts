import { randomUUID } from 'node:crypto';
import { until } from '@site/backend/tests/support/cases';
import { runTyped } from '@site/release/terminal/run-typed';
import { openSiteStore } from '@site/release-core/store/store';
import { answerWith, startAnswering } from '@site/release-core/tests/support/answering-server';
import { root } from '@site/release-core/tests/support/repository';
import { activateNew, openTinySite, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { endAll, type RunningSite, startSite } from './running-site';

let dataDir: string;
let site: RunningSite;

async function grant(...words: string[]) {
  process.env.DATA_DIR = dataDir;
  await runTyped(words, root).finally(() => delete process.env.DATA_DIR);
}
const ask = (path: string, as: string) =>
  fetch(`${site.address}/release/v1${path}`, { headers: { authorization: `Bearer ${as}` } });

beforeAll(async () => {
  dataDir = temporaryFolder();
  const store = openSiteStore(dataDir);
  await openTinySite(store);
  await activateNew(store, tinyRemote('booking', '1.0.0-b'));
  // The address is not public: each delivery fails, and is logged.
  const WEBHOOK_URL = 'https://127.0.0.1:1/hook';
  const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;
  site = await startSite({ DATA_DIR: dataDir, WEBHOOK_URL, WEBHOOK_SECRET });
});
afterAll(endAll);

test('a CI run is accepted by its signed claims, for this site only', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
  const issuer = await startAnswering((request, response) => {
    const { origin } = issuer;
    const body = request.url === '/keys' ? { keys: [key] } : { issuer: origin, jwks_uri: `${origin}/keys` };
    answerWith(200, body)(request, response);
  });
  await grant(
    ...['grant', 'booking', '--team', 'CI de réservation', '--oidc', issuer.origin],
    ...['--claim', 'repository=equipe/reservation'],
  );
  const sign = (audience: string) =>
    new SignJWT({ repository: 'equipe/reservation' })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer.origin)
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
  issuer.end();
});

test('a started site delivers its changes to the webhook', async () => {
  await until(() => site.errors().includes('The webhook of change-2 was not delivered: '));
});
