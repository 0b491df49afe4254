import { createSocket } from 'node:dgram';
import { readMailRecords } from '../src/worker/mail-records';

const TXT = 16;
const NO_SUCH_NAME = 3;

/** Texts by name. A name has others beneath it if a key ends with it. */
type Zone = Readonly<Record<string, readonly string[]>>;

/** A name server on this machine. Without a zone it answers nothing. */
async function startNameServer(zone: Zone | null) {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    if (zone) socket.send(answerTo(query, zone), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() };
}

function answerTo(query: Buffer, zone: Zone): Buffer {
  const { name, end } = nameIn(query);
  const question = query.subarray(12, end + 4);
  const texts = zone[name] ?? [];
  const exists = Object.keys(zone).some((one) => one === name || one.endsWith(`.${name}`));
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 + (exists ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(texts.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, question, ...texts.map(recordOf)]);
}

/** The name of the question, after its header of 12 bytes. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Answers for the name in the question, valid for a minute. A string has 255 bytes at most. */
function recordOf(text: string): Buffer {
  const strings = (text.match(/.{1,255}/gs) ?? ['']).map((part) =>
    Buffer.concat([Buffer.of(part.length), Buffer.from(part)]),
  );
  const data = Buffer.concat(strings);
  const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

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
