import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STAND_IN_KEY, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';
import { openHydrated, waitForHydration } from './support/forms';
import { watch } from './support/problems';
import { copyReleases, REPOSITORY } from './support/site';
import { runRelease } from './support/team';
import { expect, rememberConsent, test } from './support/test';

const PREFIX = 'www/';

interface PublicBucket {
  /** The argument of `release deploy`. */
  readonly target: string;
  readonly env: Readonly<Record<string, string>>;
  readonly address: string;
  readonly end: () => void;
}

/** A bucket behind a CDN that adds no headers; it serves `index.html` for `/` and `404.html` for unknown paths. */
async function startPublicBucket(): Promise<PublicBucket> {
  const bucket = await startS3StandIn();
  const { endpoint, bucket: name } = bucket.location(PREFIX);
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://cdn');
    const object = bucket.objects.get(PREFIX + (pathname === '/' ? 'index.html' : pathname.slice(1)));
    const { body, headers } = object ?? bucket.objects.get(`${PREFIX}404.html`) ?? { body: '', headers: {} };
    for (const [header, value] of Object.entries(headers)) if (value) response.setHeader(header, value);
    response.writeHead(object ? 200 : 404).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    target: `s3://${name}/${PREFIX}`,
    env: {
      TO_AWS_ENDPOINT_URL_S3: endpoint,
      TO_AWS_ACCESS_KEY_ID: STAND_IN_KEY.accessKeyId,
      TO_AWS_SECRET_ACCESS_KEY: STAND_IN_KEY.secretAccessKey,
    },
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () => {
      server.close().closeAllConnections();
      bucket.end();
    },
  };
}

const PROJECT = 'https://project.supabase.example';

let bucket: PublicBucket;

test.beforeAll(async () => {
  bucket = await startPublicBucket();
  const backend = { SUPABASE_URL: PROJECT, SUPABASE_ANON_KEY: 'public-key' };
  const env = { ...bucket.env, ...backend, DATA_DIR: copyReleases() };
  await runRelease(REPOSITORY, env, ['compose']);
  await runRelease(REPOSITORY, env, ['deploy', bucket.target]);
});
test.afterAll(() => bucket.end());

test('pages in a bucket that sends no policy work, and their own policy blocks an injected script', async ({
  page,
  context,
  problems,
}) => {
  await rememberConsent(context, 'rejected');
  await watch(context, bucket.address, problems);
  // Each page reports there that it became live.
  await context.route(`${PROJECT}/rest/v1/live_pages`, (route) =>
    route.fulfill({ status: 201, headers: { 'access-control-allow-origin': '*' } }),
  );
  problems.tolerate(/request to another site: https:\/\/project\.supabase\.example\/rest\/v1\/live_pages$/);
  problems.tolerate(/request to another site: http:\/\/127\.0\.0\.1/);
  problems.expect(/The policy refused script-src-elem inline/, /violates the following Content Security Policy/);
  const answer = await openHydrated(page, `${bucket.address}/`);
  expect(answer?.headers()['content-security-policy']).toBeUndefined();
  await page.getByRole('link', { name: 'Réserver ma date' }).first().click();
  await expect(page).toHaveURL(`${bucket.address}/booking`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réserver vos sessions');
  await page.reload();
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Envoyer ma réservation' }).click();
  await expect(page.getByText('Veuillez sélectionner au moins une date').first()).toBeVisible();

  const refused = await page.evaluate(() => {
    const violation = new Promise<SecurityPolicyViolationEvent>((resolve) =>
      document.addEventListener('securitypolicyviolation', resolve, { once: true }),
    );
    const script = document.createElement('script');
    script.textContent = "document.body.dataset.added = 'ran';";
    document.body.append(script);
    return violation.then(({ effectiveDirective }) => [effectiveDirective, document.body.dataset.added]);
  });
  expect(refused).toEqual(['script-src-elem', undefined]);
});
