import { sha256 } from '@site/release-core/integrity';
import { grantsIn } from '@site/release-core/store/grants';
import type { Store } from '@site/release-core/store/store';
import { tinyStore } from '@site/release-core/tests/support/tiny-site';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';

const TEAM = 'équipe réservation';
const CI = 'https://token.example';

let store: Store;
beforeEach(async () => {
  store = await tinyStore();
});

const give = (words: readonly string[], options: TypedFlags = {}) =>
  runIn('grant', contextOn(store, { team: TEAM, ...options }), ...words);
const list = async () => (await runIn('grants', contextOn(store))).text;

interface Given {
  readonly id: string;
  readonly token: string;
}

test('the command for grants prints the token of a grant once, and stores only its hash', async () => {
  const { text, json } = await give(['remote-booking'], { until: '2999-12-31' });
  const { id, token } = json as Given;
  expect(token).toMatch(/^site_release_[a-z0-9]{12}_[\w-]{43}$/);
  expect(text).toContain(token);
  const stored = (await store.blobs.get(`grants/${id}.json`))?.toString() ?? '';
  expect(stored).not.toContain(token.slice(26));
  expect(JSON.parse(stored)).toMatchObject({
    to: TEAM,
    names: ['booking'],
    until: '2999-12-31',
    token: sha256(token),
  });
  expect(await list()).not.toContain(token.slice(26));
});

test('the command for grants creates a different token for each grant, and grants compose only when it is named', async () => {
  const given = [await give(['booking']), await give(['booking'])].map(({ json }) => json as Given & { may: string[] });
  expect(new Set(given.map(({ token }) => token)).size).toBe(2);
  expect(given[0]?.may).toEqual(['publish', 'activate', 'rollback', 'revoke']);
});

test('the command for grants mentions an unknown part, but accepts it as a future one', async () => {
  expect((await give(['bookin', 'guide'])).text).toContain(
    'The site has no part bookin yet: it has shell, landing, booking.\nThe site has no part guide yet: ',
  );
  expect((await give(['booking'])).text).not.toContain('no part');
});

test('the command for grants prints no token in a dry run, which stores none', async () => {
  const { text } = await give(['booking'], { isDry: true });
  expect(text).not.toContain('site_release_');
});

test.each<[sentence: string, words: readonly string[], options: TypedFlags]>([
  ['Say whom the grant is for', ['booking'], { team: undefined }],
  ['the log uses this name for the site itself', ['booking'], { team: ' Gu\u200bARD ' }],
  ['--team is one line of at most 100 characters', ['booking'], { team: 'a\nb' }],
  ['Name the parts that the team may release', [], {}],
  [
    '--may is "publish,deploy": choose among publish,activate,rollback,revoke,compose,visit,facts',
    ['booking'],
    { may: 'publish,deploy' },
  ],
  ['--until is "2027-02-30": write a day', ['booking'], { until: '2027-02-30' }],
  ['--claim belongs to --oidc', ['booking'], { claim: ['repository=a/b'] }],
  [
    'Every project at https://token.example could release',
    ['booking'],
    { oidc: CI, claim: ['environment=production'] },
  ],
  ['--claim is "repository": write it as', ['booking'], { oidc: CI, claim: ['repository'] }],
  ['--oidc is "http://token.example"', ['booking'], { oidc: 'http://token.example', claim: ['repository=a/b'] }],
])('the command for grants refuses a grant with the message: %s', async (sentence, words, options) => {
  await expect(give(words, options)).rejects.toThrow(sentence);
  expect(await store.blobs.list('grants/')).toEqual([]);
});

test('the command for grants lists the rights, the last day and the withdrawal of each grant', async () => {
  expect(await list()).toBe('No grants: only this machine can release.');
  const { id } = (await give(['booking'], { until: '2999-12-31' })).json as Given;
  await give([], { team: 'rédaction', may: 'compose' });
  await give(['booking'], { until: '2999-12-30' });
  const claims = { oidc: CI, claim: ['environment=production', 'repository=a/b'] };
  expect((await give(['booking'], claims)).text).toContain('there is no secret to keep');
  expect(await list()).toMatch(/équipe réservation +booking +publish +2999-12-31 +its token/);
  expect(await list()).toMatch(/équipe réservation +booking +publish +2999-12-30 +its token/);
  expect(await list()).toMatch(/rédaction +– +compose +–/);
  expect(await list()).toMatch(/– +https:\/\/token\.example\n +activate +environment=production/);
  await runIn('ungrant', contextOn(store), id);
  expect(await list()).toMatch(/équipe réservation +booking +publish +withdrawn/);
});

test('the command for grants changes nothing when a withdrawn grant is withdrawn again, and refuses an unknown one', async () => {
  const { id } = (await give(['booking'])).json as Given;
  expect((await runIn('ungrant', contextOn(store), id)).json).toMatchObject({ changed: true });
  expect((await runIn('ungrant', contextOn(store), id)).json).toMatchObject({ changed: false });
  expect(await grantsIn(store.blobs).hasAny()).toBe(false);
  for (const other of ['abcdefghijkl', '../index/00000001', '']) {
    await expect(runIn('ungrant', contextOn(store), other)).rejects.toThrow('There is no grant');
  }
});

test('the command for grants ignores a damaged grant', async () => {
  const { id } = (await give(['booking'])).json as Given;
  const stored = (await store.blobs.get(`grants/${id}.json`))?.toString() ?? '';
  await store.blobs.replace(`grants/${id}.json`, stored.replace('"booking"', '"landing"'));
  expect(await grantsIn(store.blobs).read(id)).toBeNull();
});
