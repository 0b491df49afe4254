import type { RequestListener } from 'node:http';
import { uncheckedPairs } from '@site/release-core/checks/pairs';
import { checkKey, checksKey } from '@site/release-core/store/keys';
import { openStore } from '@site/release-core/store/store';
import {
  type AnsweringServer,
  answerWith,
  problemWith,
  startAnswering,
} from '@site/release-core/tests/support/answering-server';
import { type Call, openCalls } from './calls';
import { openSite, readSeq, remoteBlobs } from './site';

describe('call site', () => {
  const LOOK: Call = { method: 'GET', path: 'store/index/', isRepeatable: true };
  const ACTIVATE: Call = { method: 'POST', path: 'commands/activate', body: { words: [] }, isRepeatable: false };
  const REPEAT = 'Give the same command again in a moment: it goes on where it stopped.';
  const cut: RequestListener = ({ socket }) => void socket.destroy();

  let server: AnsweringServer | undefined;
  let pauses: number[];
  beforeEach(() => {
    pauses = [];
  });
  afterEach(() => {
    server?.end();
    server = undefined;
  });

  async function callOn(answers: readonly RequestListener[], call: Call) {
    server?.end();
    server = await startAnswering(...answers);
    return callAt(server.origin, call);
  }

  function callAt(origin: string, call: Call) {
    const token = { source: 'RELEASE_TOKEN', read: async () => 'secret' };
    const pause = async (ms: number) => void pauses.push(ms);
    return openCalls({ origin, token, pause })(call);
  }

  const refusalOf = (answers: readonly RequestListener[], call = LOOK) =>
    callOn(answers, call).then(
      () => 'no refusal',
      (error: Error) => error.message.replaceAll(server?.origin ?? '', 'SITE'),
    );

  test('sends the token and returns the answer', async () => {
    const { contentType, body } = await callOn([answerWith(200, ['00000001.json'])], LOOK);
    expect([contentType, body.toString()]).toEqual(['application/json', '["00000001.json"]']);
    expect(server?.asked).toMatchObject([
      { method: 'GET', path: '/release/v1/store/index/', headers: { authorization: 'Bearer secret' } },
    ]);
  });

  test.each([
    ['a proxy that cannot reach the site', answerWith(502)],
    ['a site that starts', problemWith(503, 'unavailable')],
    ['a broken connection', cut],
  ])('repeats an idempotent call after %s', async (_, failure) => {
    const { body } = await callOn([failure, failure, answerWith(200, [])], LOOK);
    expect(body.toString()).toBe('[]');
    expect(server?.asked).toHaveLength(3);
    expect(pauses).toHaveLength(2);
    for (const [at, ms] of pauses.entries()) expect(ms).toBeLessThanOrEqual(250 * 2 ** (at + 1));
  });

  test('gives up after five tries', async () => {
    expect(await refusalOf([answerWith(502)])).toBe(`SITE cannot answer now (502). ${REPEAT}`);
    expect(server?.asked).toHaveLength(5);
  });

  test.each([
    ['a 502', answerWith(502), 'SITE cannot answer now (502). '],
    ['a broken connection', cut, 'SITE broke the connection (UND_ERR_SOCKET). '],
  ])('sends a change only once: after %s, its result is unknown', async (_, failure, what) => {
    expect(await refusalOf([failure], ACTIVATE)).toBe(
      `${what}Whether the change was made is not known: "npx pnpm release log --limit 1" shows the last one.`,
    );
    expect(server?.asked).toHaveLength(1);
  });

  test('repeats a change that did not reach the server, and says what to do', async () => {
    const { origin, end } = await startAnswering();
    end();
    await expect(callAt(origin, ACTIVATE)).rejects.toThrow(`${origin} cannot be reached (ECONNREFUSED). ${REPEAT}`);
    expect(pauses).toHaveLength(4);
  });

  test('fails immediately for an unknown host name', async () => {
    await expect(callAt('https://site.invalid', LOOK)).rejects.toThrow(
      /^https:\/\/site\.invalid cannot be reached \(E/,
    );
  });

  test('gives up when the site does not answer before the deadline', async () => {
    server = await startAnswering(() => undefined);
    const token = { source: 'RELEASE_TOKEN', read: async () => 'secret' };
    const calling = openCalls({ origin: server.origin, token, deadlineMs: 20 })(ACTIVATE);
    await expect(calling).rejects.toThrow(`${server.origin} gave no answer within 0.02 s. Whether the change was made`);
  });

  test.each([
    ['401', problemWith(401, 'unauthenticated'), 'SITE does not accept RELEASE_TOKEN: This is unauthenticated.'],
    ['422', problemWith(422, 'refused'), 'This is refused.'],
  ])('turns answer %s of the interface into a sentence', async (_, answer, sentence) => {
    expect(await refusalOf([answer], ACTIVATE)).toBe(sentence);
  });

  test.each([
    ['404, where no interface is', answerWith(404, '<h1>Page introuvable</h1>'), '404'],
    ['a login page', answerWith(401, '<form>'), '401'],
    ['a problem of another interface', problemWith(403, 'forbidden', { type: 'about:blank' }), '403'],
  ])('says that an answer is not from the interface: %s', async (_, answer, status) => {
    expect(await refusalOf([answer])).toBe(
      `SITE answered ${status}, and no release interface did: check the address. A site has one once it has a grant ("npx pnpm release grant" where it runs); a proxy before it may ask for a login.`,
    );
  });

  test('does not follow a redirect, so that the token is not sent to another site', async () => {
    const other = await startAnswering(answerWith(200, []));
    const refusal = await refusalOf([answerWith(308, '', { Location: `${other.origin}/release/v1/store/index/` })]);
    other.end();
    expect(refusal).toContain(`SITE answered 308 (to ${other.origin}/release/v1/store/index/)`);
    expect(other.asked).toEqual([]);
  });

  test('removes control characters from the message of a site', async () => {
    const refusal = await refusalOf([problemWith(403, 'forbidden', { detail: 'calm\u001b[2J\u009b1m\u202e' })]);
    expect(refusal).toBe('calm [2J 1m');
  });
});

describe('site', () => {
  let server: AnsweringServer;
  afterEach(() => server.end());

  async function seqOf(answer: RequestListener) {
    server = await startAnswering(answer);
    return readSeq(await openSite(server.origin, '--site', { RELEASE_TOKEN: 'a' }));
  }

  test('reads the highest number as that of the latest change, and none from a site without changes', async () => {
    expect(await seqOf(answerWith(200, ['00000009.json', '00000010.json', 'notes.txt']))).toBe(10);
    server.end();
    expect(await seqOf(answerWith(200, []))).toBeUndefined();
  });

  test('refuses the page of a proxy, even with status 200', async () => {
    await expect(seqOf(answerWith(200, '<h1>Welcome</h1>'))).rejects.toThrow(
      ' answered no JSON: a proxy may have answered, or the site runs another version.',
    );
  });

  test('refuses JSON that does not match the schema', async () => {
    await expect(seqOf(answerWith(200, { names: [] }))).rejects.toThrow(' answered JSON of another form');
  });
});

describe('remote blobs', () => {
  const PAIRS = ['booking', 'landing'].map((name) => ({ shell: '1.0.0-s1', name, id: '1.0.0-a' }));

  let stored: Set<string>;
  let asked: string[];
  beforeEach(() => {
    stored = new Set();
    asked = [];
  });

  const openRemote = () =>
    openStore(
      remoteBlobs({
        origin: 'https://site.example',
        call: async ({ path }) => {
          asked.push(path);
          const prefix = path.slice('store/'.length);
          const names = [...stored].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
          return { contentType: 'application/json', body: Buffer.from(JSON.stringify(names)) };
        },
      }),
    );

  test('a command finds the checks that were added to the site since it looked before', async () => {
    const store = openRemote();
    expect(await uncheckedPairs(store, PAIRS)).toEqual(PAIRS);
    for (const pair of PAIRS) stored.add(checkKey(pair));
    expect(await uncheckedPairs(store, PAIRS)).toEqual([]);
  });

  test('the checks of several pairs take one request, and the listing of a release is requested once', async () => {
    const store = openRemote();
    await uncheckedPairs(store, PAIRS);
    await store.has('booking', '1.0.0-a');
    await store.has('booking', '1.0.0-a');
    expect(asked).toEqual([`store/${checksKey('1.0.0-s1')}`, 'store/r/booking/1.0.0-a/']);
  });
});
