import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@site/release-core/integrity';
import { type Grant, grantsIn } from '@site/release-core/store/grants';
import { openStore, type Store } from '@site/release-core/store/store';
import { shipped } from '@site/release-core/tests/support/repository';
import {
  activateReleases,
  addAll,
  type BuiltRelease,
  routeTo,
  tinyRemote,
  tinyShell,
  tinyStore,
  withFiles,
} from '@site/release-core/tests/support/tiny-site';
import { PROBLEMS, type ProblemWord } from '@site/release-core/wire/protocol';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { callAs, contentsOf, giveGrant, uploadOf, WITHDRAWAL } from './support/interface-site';
import { sendRaw } from './support/raw-request';
import { serveForTests } from './support/serve-for-tests';

const GRANTS = {
  booking: {},
  other: { to: 'équipe contact' },
  all: { names: ['booking', 'landing', 'shell'] },
  publisher: { may: ['publish'] },
  composer: { names: [], may: ['compose'] },
  facts: { names: [], may: ['facts'] },
  expired: { until: '2026-01-01' },
  withdrawn: {},
} satisfies Record<string, Partial<Grant>>;
type Team = keyof typeof GRANTS;

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Buffer;
  /** Override the headers of an allowed request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly isOpen?: boolean;
  readonly as?: Team;
}

const tokens = {} as Record<Team, string>;
/** `begun` lacks its contents, `whole` can be committed. */
const uploads = {} as Record<'begun' | 'committed' | 'whole', string>;
let store: Store;
let site: Awaited<ReturnType<typeof serveForTests>>;
let page: Buffer;
let written: string[];

beforeAll(async () => {
  const dataDir = temporaryFolder();
  cpSync(shipped, join(dataDir, 'site.json'));
  store = await tinyStore();
  await addAll(store, [
    ...[tinyShell('1.0.0-s2'), tinyRemote('landing', '1.0.0-b')],
    ...[tinyRemote('booking', '1.0.0-b'), tinyRemote('booking', '1.0.0-c')],
  ]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  for (const [team, grant] of Object.entries(GRANTS)) {
    const { id, token } = await giveGrant(store, grant);
    tokens[team as Team] = token;
    if (team === 'withdrawn') await grantsIn(store.blobs).withdraw(id, WITHDRAWAL);
  }
  const { add, replace, remove } = store.blobs;
  const recorded = openStore({
    ...store.blobs,
    add: (key, value) => add(note(key), value),
    replace: (key, value) => replace(note(key), value),
    remove: (key) => remove(note(key)),
  });
  site = await serveForTests({
    store: recorded,
    dataDir,
    limits: { failuresPerMinute: 1000, picturesPerMinute: 1000 },
  });
  written = [];
  for (const artifact of [booking('1.0.0-w'), booking('1.0.0-d')]) {
    const id = await begin(artifact);
    for (const [address, body] of contentsOf(artifact)) await send(putOf(id, address, body));
    uploads[artifact.release.id === '1.0.0-w' ? 'whole' : 'committed'] = id;
  }
  await send(commit('committed'));
  uploads.begun = await begin(booking());
  page = await store.readBody((await store.readState()).revision?.pages['/']?.body ?? '');
});

const note = (key: string) => {
  written.push(key);
  return key;
};

function send({ method, path, body, headers, isOpen, as = 'booking' }: Attack) {
  const type = method === 'PUT' ? 'application/octet-stream' : 'application/json';
  return sendRaw(site.origin, {
    method,
    path: `/release/v1${path}`,
    headers: { authorization: `Bearer ${tokens[as]}`, ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body }),
    ...(isOpen && { isOpen }),
  });
}

async function begin(artifact: BuiltRelease): Promise<string> {
  return JSON.parse((await send(upload(artifact))).text).upload;
}

const booking = (id = '1.0.0-z', changes: object = {}) => tinyRemote('booking', id, changes);
const post = (path: string, body: object | string, more: Partial<Attack> = {}): Attack => ({
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
});
const command = (name: string, words: readonly string[], more: object = {}) =>
  post(`/commands/${name}`, { words, ...more });
const upload = (artifact: BuiltRelease) => post('/uploads', uploadOf(artifact));
const checked = (changes: object = {}) => {
  const pair = { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-c', routes: ['/booking'], ...changes };
  return post('/checks', { pairs: [pair], durationMs: 1 });
};
const read = (key: string, headers?: Record<string, string>): Attack => ({
  method: 'GET',
  path: `/store/${key}`,
  ...(headers && { headers }),
});
const putOf = (id: string, address: string, body: Buffer): Attack => ({
  method: 'PUT',
  path: `/uploads/${id}/${address}`,
  body,
});
const [[address = '', entry = Buffer.alloc(0)] = []] = contentsOf(tinyRemote('booking', '1.0.0-z'));
const put = (to: keyof typeof uploads, body = entry) => putOf(uploads[to], address, body);
const commit = (of: keyof typeof uploads): Attack => ({ method: 'POST', path: `/uploads/${uploads[of]}/commit` });

const JPEG = Buffer.from('\xff\xd8\xff\xe0picture\xff\xd9', 'latin1');
const picture = (body: Buffer | string, more: Partial<Attack> = {}): Attack => ({
  method: 'POST',
  path: '/pictures',
  body,
  as: 'facts',
  ...more,
  headers: { 'content-type': 'application/octet-stream', ...more.headers },
});
const photo = (address: string): Attack => ({
  ...command('edit-facts', [], {
    facts: { 'trainer.name': 'Ada', 'trainer.path': 'Dix ans.', 'trainer.photo': address },
  }),
  as: 'facts',
});
const stored = (content: Buffer) => `/fichiers/${sha256(content)}.jpg`;

const unchecked = { isUnchecked: true, why: 'a test' };
const dry = { isDry: true };
const STATUS = command('status', []);
const bearer = (text: string) => read('index/', { authorization: text });

interface AttackClass {
  /** Completes "the interface refuses …". */
  readonly name: string;
  readonly answer: ProblemWord;
  readonly attacks: () => readonly Attack[];
  /** Differs only in what is forbidden, and succeeds. */
  readonly control: () => Attack;
}

const ATTACKS: readonly AttackClass[] = [
  {
    name: 'a token that expired or was withdrawn',
    answer: 'unauthenticated',
    attacks: () =>
      (['expired', 'withdrawn'] as const).flatMap((as) =>
        [STATUS, command('rollback', ['booking']), picture(JPEG)].map((one) => ({ ...one, as })),
      ),
    control: () => STATUS,
  },
  {
    name: 'a modified token, another scheme, or a token outside its header',
    answer: 'unauthenticated',
    attacks: () => [
      ...[13, 40, 67].map((at) => bearer(`Bearer ${changed(tokens.booking, at)}`)),
      ...['', 'Bearer', tokens.booking, `Basic ${tokens.booking}`].map(bearer),
      ...[`Bearer ${tokens.booking} ${tokens.booking}`, `Bearer ${tokens.booking.slice(0, -1)}`].map(bearer),
      ...[`Bearer ${tokens.booking.toUpperCase()}`, `Bearer ${'x'.repeat(8000)}`].map(bearer),
      read('index/', { authorization: '', cookie: `token=${tokens.booking}` }),
      read(`index/?token=${tokens.booking}`, { authorization: '' }),
    ],
    control: () => bearer(`Bearer ${tokens.booking}`),
  },
  {
    name: 'a command on the part of another team',
    answer: 'forbidden',
    attacks: () => [
      command('activate', ['landing@1.0.0-b'], unchecked),
      command('activate', ['booking@1.0.0-c', 'landing@1.0.0-b'], unchecked),
      command('rollback', ['booking', 'landing']),
      command('revoke', ['landing@1.0.0-b']),
      command('deactivate', ['remote-landing']),
      command('hold', ['booking', 'landing'], { why: 'a test' }),
      command('resume', ['landing']),
      command('activate', ['shell@1.0.0-s2'], unchecked),
      command('revoke', ['shell@1.0.0-s2']),
    ],
    control: () => ({ ...command('activate', ['landing@1.0.0-b'], { ...unchecked, ...dry }), as: 'all' }),
  },
  {
    name: 'a command that the grant has no right to',
    answer: 'forbidden',
    attacks: () =>
      [
        command('activate', ['booking@1.0.0-c'], unchecked),
        command('deactivate', ['booking']),
        command('hold', ['booking'], { why: 'a test' }),
        command('resume', ['booking']),
        command('rollback', ['booking']),
        command('revoke', ['booking@1.0.0-c']),
      ].map((one) => ({ ...one, as: 'publisher' })),
    control: () => command('activate', ['booking@1.0.0-c'], { ...unchecked, ...dry }),
  },
  {
    name: 'a command that composes new pages from site.json',
    answer: 'forbidden',
    attacks: () => [{ ...command('compose', [], dry), as: 'all' }],
    control: () => ({ ...command('compose', [], dry), as: 'composer' }),
  },
  {
    name: 'a command that reads or edits facts of the owner, or a picture for them',
    answer: 'forbidden',
    attacks: () =>
      [
        command('edit-facts', [], { facts: { phone: '05 56 00 00 01' }, ...dry }),
        command('preview-facts', [], { facts: {} }),
        command('facts', []),
        picture(JPEG, { as: 'booking' }),
      ].flatMap((one) => [one, { ...one, as: 'composer' as const }]),
    control: () => ({ ...command('facts', []), as: 'facts' }),
  },
  {
    name: 'a picture that is none, is cut off, or has something behind its end',
    answer: 'wrong-content',
    attacks: () =>
      [
        ...[
          '',
          '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
          '<html>',
          'GIF89a',
          '%PDF-1.7',
        ],
        ...[JPEG.subarray(0, -1), Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>')])],
        ...[Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('RIFF\xff\0\0\0WEBPVP8 ', 'latin1')],
        Buffer.concat([JPEG, Buffer.from('PK\x03\x04')]),
      ].map((body) => picture(body)),
    control: () => picture(JPEG),
  },
  {
    name: 'a photo that is no uploaded picture',
    answer: 'refused',
    attacks: () =>
      [
        ...[
          '../site.json',
          'ada.jpg',
          '/fichiers/../keys.json',
          'https://evil.example/a.jpg',
          'data:image/png;base64,',
        ],
        ...[stored(Buffer.from('nobody has sent it')), `${stored(JPEG)}/..`, stored(JPEG).replace('.jpg', '.svg')],
        // A page, and another type than the content has.
        ...[stored(page), stored(JPEG).replace('.jpg', '.png')],
      ].map(photo),
    control: () => photo(stored(JPEG)),
  },
  {
    name: 'a release, a page or a check of the part of another team',
    answer: 'forbidden',
    attacks: () => [
      upload(tinyRemote('landing', '1.0.0-z')),
      upload(tinyShell('1.0.0-s9')),
      upload(booking('1.0.0-z', { routes: [routeTo('/', 'booking')] })),
      upload(booking('1.0.0-z', { routes: [routeTo('/x', 'home')] })),
      checked({ name: 'landing', id: '1.0.0-b', routes: ['/'] }),
    ],
    control: () => ({ ...checked({ name: 'landing', id: '1.0.0-b', routes: ['/'] }), as: 'all' }),
  },
  {
    name: 'contents or a commit for an upload that is committed, or belongs to another team',
    answer: 'not-found',
    attacks: () => [
      ...[put('committed'), commit('committed')],
      ...[put('begun'), commit('begun')].map((one) => ({ ...one, as: 'other' as const })),
    ],
    control: () => put('begun'),
  },
  {
    name: 'bytes that do not have the announced hash',
    answer: 'wrong-content',
    attacks: () => [put('begun', Buffer.from(`x${entry.subarray(1)}`))],
    control: () => commit('whole'),
  },
  {
    name: 'other content under a published id',
    answer: 'conflict',
    attacks: () => [upload(withFiles(tinyRemote('booking'), { client: { 'picture.svg': '<svg id="other"/>' } }))],
    control: () => upload(tinyRemote('booking')),
  },
  {
    name: 'a check of a release that is not published',
    answer: 'refused',
    attacks: () => [checked({ id: '9.9.9-none' })],
    control: () => checked(),
  },
  {
    name: 'a key of the store that nobody may read',
    answer: 'not-found',
    attacks: () =>
      [
        ...['grants/', 'rendered/', 'scratch/', 'scratch/uploads/', 'reserve', 'keys.json', '', '/', '..'],
        ...['../keys.json', 'r/../grants/', 'r/..%2fgrants/', 'r/%2e%2e/grants/', 'r/./x', 'r//x'],
        ...['r/x/../../grants/', 'INDEX/', 'index', 'index/%00', 'index/00000001.json%00'],
      ].map((key) => read(key)),
    control: () => read('index/'),
  },
  {
    name: 'values of the wrong type and unknown keys',
    answer: 'malformed',
    attacks: () =>
      [
        ...['null', '1', '"x"', '[]', '{}', '{"words":[]} {}'],
        ...[{ words: 'x' }, { words: [1] }, { words: [['x']] }, { words: Array(51).fill('x') }].map(json),
        ...[{ words: ['x'.repeat(2001)] }, { words: [], seq: -1 }, { words: [], seq: 1.5 }].map(json),
        ...[
          { words: [], isDry: 1 },
          { words: [], who: 'x' },
        ].map(json),
      ].map((body) => post('/commands/status', body)),
    control: () => STATUS,
  },
  {
    name: 'an unsupported content type or encoding',
    answer: 'wrong-type',
    attacks: () =>
      [
        ...['', 'text/plain', 'multipart/form-data; boundary=x', 'text/json', 'application/json; charset=utf-16'].map(
          (type) => ({ 'content-type': type }),
        ),
        { 'content-encoding': 'gzip' },
      ].flatMap((headers: Record<string, string>) => [
        { ...STATUS, headers },
        picture(JPEG, { headers: { 'content-type': 'image/jpeg', ...headers } }),
      ]),
    control: () => ({ ...STATUS, headers: { 'content-type': 'application/json; charset=utf-8' } }),
  },
  {
    name: 'an argument that is not valid, or that would break a log or a terminal',
    answer: 'refused',
    attacks: () => [
      command('activate', ['booking@../../x'], unchecked),
      command('activate', ['booking@1.0.0-c@1.0.0-c'], unchecked),
      ...['../booking', '__proto__', 'booking\nlanding'].map((word) => command('rollback', [word])),
      ...[{ why: 'a\u001b[2Jb' }, { why: 'x'.repeat(501) }, { to: '../x' }].map((more) =>
        command('rollback', ['booking'], more),
      ),
      command('activate', ['booking@1.0.0-c'], { ...unchecked, retire: ['//evil.example'], redirect: ['/'] }),
    ],
    control: () => command('rollback', ['booking'], { why: 'a reason', ...dry }),
  },
  {
    name: 'a body that is too large, with or without a Content-Length',
    answer: 'too-large',
    attacks: () => [
      { ...put('begun'), headers: { 'content-length': String(1024 ** 3) }, isOpen: true },
      { ...put('begun', Buffer.alloc(4 * 1024 ** 2)), isOpen: true },
      post('/commands/status', ' '.repeat(65 * 1024)),
      post('/uploads', ' '.repeat(2 * 1024 ** 2 + 1)),
      picture(Buffer.alloc(300_001, JPEG)),
      picture('', { headers: { 'content-length': '300001' }, isOpen: true }),
    ],
    control: () => post('/commands/status', `${STATUS.body}`.padEnd(60 * 1024)),
  },
];

const changed = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;
const json = (value: object) => JSON.stringify(value);

test.each(ATTACKS)('the interface refuses $name, and writes nothing', async ({ attacks, answer, control }) => {
  written = [];
  for (const attack of attacks()) {
    const { status, headers, text } = await send(attack);
    const shown = `${attack.method} ${attack.path} ${attack.body?.toString().slice(0, 300)} → ${text}`;
    expect([shown, status, headers['content-type']]).toEqual([shown, PROBLEMS[answer], 'application/problem+json']);
    expect(JSON.parse(text).type).toBe(`/release/v1/problems/${answer}`);
  }
  expect(written).toEqual([]);
  for (const token of Object.values(tokens)) expect(site.lines.join('\n')).not.toContain(token.slice(30));
  const { status, text } = await send(control());
  expect([Math.floor(status / 100), text]).toEqual([2, text]);
});

test('a valid token is accepted while its network sends many invalid ones', async () => {
  const limited = await serveForTests({ store, limits: { failuresPerMinute: 2 } });
  const ask = async (token: string) => (await callAs(token, `GET ${limited.address}/store/index/`)).status;
  expect([await ask('x'), await ask('x'), await ask('x'), await ask(tokens.booking)]).toEqual([401, 401, 429, 200]);
});
