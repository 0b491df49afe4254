import { readMailRecords } from '../src/worker/mail-records';
import { startNameServer, type Zone } from './support/name-server';

const SPF = `v=spf1 include:_spf.hebergeur.fr ${'ip4:192.0.2.1 '.repeat(20)}~all`;
const DMARC = 'v=DMARC1; p=none';

/** Returns, by kind, what a real name server with these texts leads to. */
async function states(zone: Zone | null, from = 'Le site <site@exemple.fr>') {
  const server = await startNameServer(zone);
  try {
    const { domain, records } = await readMailRecords(from, [server.address]);
    return [domain, ...records.map(({ name, state }) => `${name} ${state}`)];
  } finally {
    server.close();
  }
}

test('records that are set are found, with their text', async () => {
  const zone = {
    'exemple.fr': ['google-site-verification=abc', SPF],
    'cle1._domainkey.exemple.fr': ['v=DKIM1; k=rsa; p=MIGf'],
    '_dmarc.exemple.fr': [DMARC],
  };
  const server = await startNameServer(zone);
  const { domain, records } = await readMailRecords('site@exemple.fr', [server.address]);
  server.close();
  expect(domain).toBe('exemple.fr');
  expect(records).toEqual([
    { kind: 'spf', name: 'exemple.fr', state: 'set', found: [SPF] },
    // Nobody can list the keys of a domain.
    { kind: 'dkim', name: '_domainkey.exemple.fr', state: 'unknown', found: [] },
    { kind: 'dmarc', name: '_dmarc.exemple.fr', state: 'set', found: [DMARC] },
  ]);
});

test.each<[string, Zone | null, readonly string[]]>([
  ['without any', { 'exemple.fr': ['autre'] }, ['missing', 'missing', 'missing']],
  ['that does not exist', {}, ['missing', 'missing', 'missing']],
  [
    'with two of a kind',
    { 'exemple.fr': [SPF, 'V=SPF1 -all'], '_dmarc.exemple.fr': [DMARC, DMARC] },
    ['several', 'missing', 'several'],
  ],
  [
    'with records that are none',
    { 'exemple.fr': ['v=spf10'], '_dmarc.exemple.fr': ['v=DMARC12'] },
    ['missing', 'missing', 'missing'],
  ],
])('a domain %s', async (_, zone, [spf, dkim, dmarc]) => {
  expect(await states(zone)).toEqual([
    'exemple.fr',
    `exemple.fr ${spf}`,
    `_domainkey.exemple.fr ${dkim}`,
    `_dmarc.exemple.fr ${dmarc}`,
  ]);
});

test('the policy of a domain counts for those below it, and names are asked for as name servers write them', async () => {
  const zone = { 'mail.xn--clair-9ra.fr': [SPF], '_dmarc.xn--clair-9ra.fr': [DMARC] };
  expect(await states(zone, 'site@mail.éclair.fr')).toEqual([
    expect.stringMatching(/^mail\.xn--/),
    expect.stringMatching(/^mail\.xn--\S+ set$/),
    expect.stringMatching(/ missing$/),
    expect.stringMatching(/^_dmarc\.xn--\S+\.fr set$/),
  ]);
});

test('name servers that do not answer are waited for in seconds, and said', async () => {
  const began = performance.now();
  expect(await states(null)).toEqual([
    'exemple.fr',
    'exemple.fr away',
    '_domainkey.exemple.fr away',
    '_dmarc.exemple.fr away',
  ]);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a site without a sender has no domain', async () => {
  expect(await readMailRecords(undefined)).toEqual({ domain: null, records: [] });
});
