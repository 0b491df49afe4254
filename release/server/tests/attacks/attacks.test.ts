import { isLongTier } from '@site/backend/tests/support/long-tier';
import fc from 'fast-check';
import { ENDPOINTS, PROBLEMS_OF_ALL, PROBLEMS_OF_OTHERS } from '../../src/interface/endpoints';
import { PROBLEM_KINDS } from '../../src/interface/problem-error';
import { patternOf } from '../../src/interface/routes';
import type { Attack, AttackClass } from './attack-class';
import { attackedSite } from './attack-site';
import { onBodies } from './on-bodies';
import { onCounts } from './on-counts';
import { onKeys } from './on-keys';
import { onParts } from './on-parts';
import { onSizes } from './on-sizes';
import { onTokens } from './on-tokens';
import { onUploads } from './on-uploads';

jest.setTimeout(60_000);

const SAMPLES = isLongTier ? 25 : 5;
const ATTACKS: readonly AttackClass[] = [
  ...onParts,
  ...onTokens,
  ...onUploads,
  ...onKeys,
  ...onBodies,
  ...onSizes,
  ...onCounts,
];

type Site = Awaited<ReturnType<typeof attackedSite>>;
const sites: Site[] = [];
const start = async (setting: Parameters<typeof attackedSite>[0]) => {
  const site = await attackedSite(setting);
  sites.push(site);
  return site;
};
afterEach(() => {
  for (const site of sites.splice(0)) site.stop();
});

const AT_ONCE = 50;

/** Sends a request `repeat` times and returns the last answer. */
async function attack(site: Site, request: Attack, repeat = 1) {
  for (let left = repeat - 1; left > 0; left -= AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => site.send(request)));
  }
  return site.send(request);
}

/** Problems that the description declares for a request. */
function declaredFor({ method, path }: Attack): readonly string[] {
  const endpoint = ENDPOINTS.find((one) => one.method === method && patternOf(one.path).test(path || '/'));
  return [...PROBLEMS_OF_ALL, ...(endpoint?.problems ?? PROBLEMS_OF_OTHERS)];
}

test.each(ATTACKS)(
  'the interface refuses $name and leaves the store unchanged',
  async ({ requests, answer, repeat, ...setting }) => {
    const site = await start(setting);
    const before = site.contents();
    for (const make of fc.sample(requests, { numRuns: repeat ? 1 : SAMPLES, seed: 1 })) {
      const request = make(site.prepared);
      const { status, headers, text } = await attack(site, request, repeat);
      const shown = `${request.method} ${request.path} ${request.body?.toString().slice(0, 300)} → ${text}`;
      expect([shown, status, headers['content-type']]).toEqual([
        shown,
        PROBLEM_KINDS[answer].status,
        'application/problem+json',
      ]);
      expect(JSON.parse(text).type).toBe(`/release/v1/problems/${answer}`);
      expect(declaredFor(request)).toContain(answer);
      if (answer === 'too-many') expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(site.contents()).toEqual(before);
    expect(site.lines.join('\n')).not.toContain(site.prepared.token.slice(30));
  },
);

test.each(ATTACKS)('the control request for $name succeeds', async ({ requests, without, repeat }) => {
  const { requests: allowed = requests, ...setting } = without;
  const site = await start(setting);
  const [make] = fc.sample(allowed, { numRuns: 1, seed: 1 });
  if (!make) throw new Error('There is no request.');
  const { status, text } = await attack(site, make(site.prepared), repeat);
  expect([Math.floor(status / 100), text]).toEqual([2, text]);
});

test('the server refuses headers of more than 16 kB before it reads the address', async () => {
  const site = await start({});
  const { status, text } = await site.send({
    method: 'GET',
    path: '/store/index/',
    headers: { 'x-long': 'a'.repeat(17_000) },
  });
  expect([status, text]).toEqual([431, '']);
});

test('a valid token is accepted while its network sends many invalid ones', async () => {
  const site = await start({});
  for (let count = 0; count < 50; count += 1) {
    await site.send({ method: 'GET', path: '/store/index/', headers: { authorization: 'Bearer x' } });
  }
  expect((await site.send({ method: 'GET', path: '/store/index/' })).status).toBe(200);
});
