import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { readMailRecords } from '../src/worker/mail-records';

/** Texts by name. A name has others beneath it if a key ends with it. */
type Zone = Readonly<Record<string, readonly string[]>>;

const SPF = `v=spf1 include:_spf.hebergeur.fr ${'ip4:192.0.2.1 '.repeat(20)}~all`;
const DMARC = 'v=DMARC1; p=none';

afterEach(() => jest.restoreAllMocks());

/** Reads the records as name servers with these texts answer. A long text comes in several parts. */
function read(zone: Zone, from = 'Le site <site@exemple.fr>') {
  jest.spyOn(Resolver.prototype, 'resolveTxt').mockImplementation(async (name) => {
    const texts = zone[name];
    if (texts) return texts.map((text) => text.match(/.{1,255}/g) ?? []);
    const exists = Object.keys(zone).some((one) => one.endsWith(`.${name}`));
    throw Object.assign(new Error(name), { code: exists ? 'ENODATA' : 'ENOTFOUND' });
  });
  return readMailRecords(from);
}

test('records that are set are found, with their text', async () => {
  const { domain, records } = await read({
    'exemple.fr': ['google-site-verification=abc', SPF],
    'cle1._domainkey.exemple.fr': ['v=DKIM1; k=rsa; p=MIGf'],
    '_dmarc.exemple.fr': [DMARC],
  });
  expect(domain).toBe('exemple.fr');
  expect(records).toEqual([
    { kind: 'spf', name: 'exemple.fr', state: 'set', found: [SPF] },
    // Nobody can list the keys of a domain.
    { kind: 'dkim', name: '_domainkey.exemple.fr', state: 'unknown', found: [] },
    { kind: 'dmarc', name: '_dmarc.exemple.fr', state: 'set', found: [DMARC] },
  ]);
});

const TWICE = { 'exemple.fr': [SPF, 'V=SPF1 -all'], '_dmarc.exemple.fr': [DMARC, DMARC] };
const OTHERS = { 'exemple.fr': ['v=spf10'], '_dmarc.exemple.fr': ['v=DMARC12'] };
test.each<[string, Zone, readonly string[]]>([
  ['without any', { 'exemple.fr': ['autre'] }, ['missing', 'missing', 'missing']],
  ['that does not exist', {}, ['missing', 'missing', 'missing']],
  ['with two of a kind', TWICE, ['several', 'missing', 'several']],
  ['with records that are none', OTHERS, ['missing', 'missing', 'missing']],
])('a domain %s', async (_, zone, states) => {
  const { records } = await read(zone);
  expect(records.map(({ state }) => state)).toEqual(states);
});

test('the policy of a domain counts for those below it, and names are asked for as name servers write them', async () => {
  const zone = { 'mail.xn--clair-9ra.fr': [SPF], '_dmarc.xn--clair-9ra.fr': [DMARC] };
  const { records } = await read(zone, 'site@mail.éclair.fr');
  expect(records.map(({ name, state }) => [name, state])).toEqual([
    ['mail.xn--clair-9ra.fr', 'set'],
    ['_domainkey.mail.xn--clair-9ra.fr', 'missing'],
    ['_dmarc.xn--clair-9ra.fr', 'set'],
  ]);
});

test('name servers that do not answer are waited for in seconds, and said', async () => {
  const silent = createSocket('udp4');
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const began = performance.now();
  const { records } = await readMailRecords('site@exemple.fr', [`127.0.0.1:${silent.address().port}`]);
  silent.close();
  expect(records.map(({ state }) => state)).toEqual(['away', 'away', 'away']);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a site without a sender has no domain', async () => {
  expect(await readMailRecords(undefined)).toEqual({ domain: null, records: [] });
});
