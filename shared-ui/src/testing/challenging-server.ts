import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Challenge, createChallenge, HmacAlgorithm, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

const SECRET = 'a secret of the database';
const FEW_ROUNDS = 10;
const MOST_REFUSALS = 4;

/** Starts a server that refuses the first calls with a challenge each, as the database does, and accepts the next. */
export async function startChallengingServer() {
  // Created in advance, because a test may remove `crypto.subtle`.
  const challenges = await Promise.all(Array.from({ length: MOST_REFUSALS }, issueChallenge));
  const tokens: string[] = [];
  const checks: boolean[] = [];
  let refusals = 1;
  let hintFor: (challenge: Challenge) => string = JSON.stringify;
  const server = createServer(async (request, response) => {
    const info = String(request.headers['x-client-info']);
    tokens.push(info);
    const answer = / challenge=([\w-]+)$/.exec(info)?.[1];
    if (answer) checks.push(await isGood(answer));
    const challenge = challenges[tokens.length - 1];
    if (tokens.length > refusals || !challenge) {
      response.writeHead(201).end();
      return;
    }
    const hint = hintFor(challenge);
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '437' });
    response.end(JSON.stringify({ code: 'RATE_LIMIT', message: 'too many', details: '437', hint }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1/contacts`,
    /** `X-Client-Info` of each call. */
    tokens,
    /** Whether each answer was right. */
    checks,
    refuse(count: number, hint: typeof hintFor = JSON.stringify) {
      refusals = count;
      hintFor = hint;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const issueChallenge = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: FEW_ROUNDS,
    expiresAt: new Date(Date.now() + 60_000),
    deriveKey,
    hmacAlgorithm: HmacAlgorithm.SHA_256,
    hmacSignatureSecret: SECRET,
  });

async function isGood(answer: string) {
  const { challenge, solution } = JSON.parse(Buffer.from(answer, 'base64url').toString());
  const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: SECRET });
  return verified;
}
