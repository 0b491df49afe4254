import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import {
  type AnsweringServer,
  answerWith,
  problemWith,
  startAnswering,
} from '@site/release-core/tests/support/answering-server';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { findToken } from './tokens';

const SITE = 'https://www.example.fr';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'site-release'));
  file = join(folder, 'site-release/tokens');
});

function write(text: string, mode = 0o600) {
  writeFileSync(file, text);
  chmodSync(file, mode);
}

async function find(env: NodeJS.ProcessEnv, origin = SITE, variable = 'RELEASE_TOKEN') {
  const { source, read } = await findToken({ env: { XDG_CONFIG_HOME: folder, ...env }, origin, variable });
  return { source, token: await read() };
}

test('the token lookup prefers the environment variable to the file', async () => {
  write(`${SITE} of-the-file\n`);
  expect(await find({ RELEASE_TOKEN: ' of-the-variable\n' })).toEqual({
    source: 'RELEASE_TOKEN',
    token: 'of-the-variable',
  });
  expect(await find({})).toEqual({ source: file, token: 'of-the-file' });
});

test('the token lookup reads the last token for each site, and another variable for the source of a promotion', async () => {
  write(`# staging first\n\nhttps://staging.example.fr:443/\tstaging\n${SITE} old\n${SITE}   production\n`);
  expect(await find({}, 'https://staging.example.fr', 'RELEASE_TOKEN_FROM')).toMatchObject({ token: 'staging' });
  expect(await find({})).toMatchObject({ token: 'production' });
  const env = { RELEASE_TOKEN: 'target', RELEASE_TOKEN_FROM: 'source' };
  expect(await find(env, 'https://staging.example.fr', 'RELEASE_TOKEN_FROM')).toMatchObject({ token: 'source' });
  // A token of one site is not sent to another.
  await expect(find({}, 'https://www.example.fr.evil.example')).rejects.toThrow('There is no token for');
});

test('the token lookup refuses a file that others may read, and names the command that fixes it', async () => {
  write(`${SITE} secret\n`, 0o640);
  await expect(find({})).rejects.toThrow(`Others may read the tokens in ${file}: type chmod 600 "${file}".`);
  write(`${SITE} secret\n`, 0o400);
  expect(await find({})).toMatchObject({ token: 'secret' });
});

test('the token lookup refuses a token that is invalid in a header without printing it', async () => {
  const refusal = await find({ RELEASE_TOKEN: 'sec\nret' }).then(String, (error: Error) => error.message);
  expect(refusal).toBe('The token of RELEASE_TOKEN has an invalid character.');
});

test('the token lookup explains where to put a token and who creates it when there is none', async () => {
  await expect(find({})).rejects.toThrow(
    `There is no token for ${SITE}: set RELEASE_TOKEN, or write a line "${SITE} <token>" into ${file} (chmod 600). Whoever runs the site makes one with "npx pnpm release grant".`,
  );
  await expect(find({ GITHUB_ACTIONS: 'true' })).rejects.toThrow('or give the job "permissions: id-token: write"');
});

describe('a search in a CI run', () => {
  const jwtOf = (payload: object) =>
    `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;
  const JWT = jwtOf({ iss: 'https://ci.example' });
  let answers: RequestListener[];
  let sessions: RequestListener[];
  let minutes: number;
  let server: AnsweringServer;
  let origin: string;
  let env: NodeJS.ProcessEnv;
  beforeEach(async () => {
    [answers, sessions, minutes] = [[], [], 30];
    server = await startAnswering((request, response) => {
      const until = new Date(Date.now() + minutes * 60_000).toISOString();
      const answer =
        request.url === '/release/v1/identity'
          ? (sessions.shift() ?? answerWith(201, { token: `session-${server.asked.length}`, until }))
          : (answers.shift() ?? answerWith(200, { count: 1, value: JWT }));
      answer(request, response);
    });
    ({ origin } = server);
    env = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-run',
    };
  });
  afterEach(() => server.end());

  const search = (given = env) => findToken({ env: { XDG_CONFIG_HOME: folder, ...given }, origin, variable: 'X' });
  const calls = () => server.asked.map(({ method, path, headers }) => [method, path, headers.authorization]);

  test('exchanges one identity token, with the site as its audience, for all calls at the same time', async () => {
    const { source, read } = await search();
    expect([source, await Promise.all([read(), read()]), await read()]).toEqual([
      'the identity token of this CI run',
      ['session-2', 'session-2'],
      'session-2',
    ]);
    expect(calls()).toEqual([
      ['GET', `/token?api-version=2.0&audience=${encodeURIComponent(origin)}`, 'Bearer of-the-run'],
      ['POST', '/release/v1/identity', `Bearer ${JWT}`],
    ]);
  });

  test('exchanges another identity token before the session ends', async () => {
    minutes = 4;
    const { read } = await search();
    expect([await read(), await read()]).toEqual(['session-2', 'session-4']);
  });

  test('exchanges an identity token that a variable gives, and not the access token of an owner', async () => {
    expect(await (await search({ X: JWT })).read()).toBe('session-1');
    const owner = jwtOf({ iss: 'https://site.example/auth/v1', role: 'authenticated' });
    expect(await (await search({ X: owner })).read()).toBe(owner);
    expect(calls()).toEqual([['POST', '/release/v1/identity', `Bearer ${JWT}`]]);
  });

  test('names the refusal of the site', async () => {
    sessions = [problemWith(401, 'unauthenticated')];
    await expect((await search()).read()).rejects.toThrow(
      `${origin} does not accept the identity token of this CI run: This is unauthenticated.`,
    );
  });

  test('names a failed request to the CI', async () => {
    answers = [answerWith(403, {})];
    await expect((await search()).read()).rejects.toThrow(
      'This CI gave no identity token (it answered 403): try again, or set RELEASE_TOKEN.',
    );
  });

  test('does not send the secret of the CI to a redirect', async () => {
    answers = [answerWith(302, '', { Location: 'http://127.0.0.1:1/' })];
    await expect((await search()).read()).rejects.toThrow('This CI gave no identity token');
  });
});
