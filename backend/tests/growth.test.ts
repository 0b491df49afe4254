import { FEED_PATH } from '@site/contract/addresses';
import { isEmail } from '@site/contract/email';
import { createFeed } from '@site/supabase/functions/_shared/mail/feed';
import { isCodeOf, readRefreshToken } from '../src/auth/auth-database';
import { bearerToken } from '../src/data-folder/keys';
import type { Call } from '../src/gateway/call';
import { AUTH_CHECKS, CHECKS } from '../src/gateway/checks/checks';
import { clientAddress } from '../src/gateway/client-address';
import { handleFeed } from '../src/gateway/request-handler';
import { growthOf, MAX_GROWTH, slowTexts, type Text } from './support/growth';
import { type CallInput, callOf } from './support/recording-database';

/** Texts on which careless patterns take quadratic time. */
const HOSTILE = {
  letters: (size) => 'a'.repeat(size),
  'letters before a sign': (size) => `${'a'.repeat(size)}!`,
  blanks: (size) => `${' '.repeat(size)}x`,
  'blanks in a type': (size) => `application/json${' '.repeat(size)};${' '.repeat(size)}!`,
  'blanks in a list': (size) => `a${' , a'.repeat(size / 4)}!`,
  digits: (size) => `${'1'.repeat(size)}x`,
  dots: (size) => `a@${'a.'.repeat(size / 2)}!`,
  'signs of a list': (size) => `${'"a",'.repeat(size / 4)}!`,
  addresses: (size) => '::1, [::1]:80,'.repeat(size / 14),
  'parts of a token': (size) => `Bearer ${'a.'.repeat(size / 2)}!`,
  'parts of a query': (size) => 'a=1&select='.repeat(size / 11),
  brackets: (size) => '['.repeat(size) + ']'.repeat(size),
} satisfies Record<string, Text>;

/** Runs every check that does not wait for something, also after a refusal. */
function runChecks(input: CallInput, checks: typeof CHECKS | typeof AUTH_CHECKS = CHECKS): void {
  const call: Call = { ...callOf(input), body: Buffer.from(input.body ?? '{}') };
  for (const { name, run } of checks) {
    if (name !== 'size' && name !== 'token') run(call);
    if (name === 'resource' && !call.allowed) return;
  }
}

const withHeader = (name: string, input: CallInput = {}) => [
  name,
  (text: string) => runChecks({ ...input, headers: { [name]: text } }),
];
const feed = createFeed({ query: async () => [] }, { facts: {} });

const ENTRIES: Readonly<Record<string, (text: string) => unknown>> = {
  'a path': (text) => runChecks({ target: `/rest/v1/${text}` }),
  'a path of /auth/v1': (text) => runChecks({ target: `/auth/v1/${text}` }, AUTH_CHECKS),
  columns: (text) => runChecks({ target: `/rest/v1/contacts?columns=${text}` }),
  'the query of a reservation': (text) => runChecks({ target: `/rest/v1/reservations?select=${text}` }),
  'the query of closed days': (text) => runChecks({ method: 'GET', target: `/rest/v1/rpc/closed_days?first=${text}` }),
  ...Object.fromEntries([
    ...['origin', 'apikey', 'content-type', 'content-encoding', 'accept', 'prefer', 'x-client-info'].map((name) =>
      withHeader(name),
    ),
    withHeader('host'),
    withHeader('access-control-request-headers', { method: 'OPTIONS' }),
  ]),
  'x-forwarded-for': (text) => clientAddress({ forwardedFor: text, socketAddress: '::1', proxies: 2 }),
  'a body': (text) => runChecks({ body: text }),
  'a column': (text) => runChecks({ body: JSON.stringify({ [text]: text }) }),
  'a visitor’s text': (text) => runChecks({ body: JSON.stringify({ prenom: text, message: text }) }),
  'an owner’s search': (text) =>
    runChecks({ target: '/rest/v1/rpc/owner_requests', body: JSON.stringify({ search: text, before: text }) }),
  'an address for a code': isEmail,
  'a body of /auth/v1': (text) => runChecks({ target: '/auth/v1/otp', body: text }, AUTH_CHECKS),
  'a code': (text) => isCodeOf(text, 'nonce', 'secret'),
  'a refresh token': (text) => readRefreshToken(text, 'secret'),
  'an access token': bearerToken,
  'an address of a calendar': (text) => handleFeed({ url: FEED_PATH + text, method: 'GET' } as never, feed),
};

test.each(Object.entries(ENTRIES))('%s takes time in proportion to its length', (_, read) => {
  expect(slowTexts(HOSTILE, read, 5000)).toEqual([]);
});

test('arguments within each other, and many rows, take time in proportion to their number', () => {
  const nested = (size: number) =>
    runChecks({ target: '/rest/v1/rpc/owner_spam', body: `{"ids":${'['.repeat(size)}${']'.repeat(size)}}` });
  const many = (size: number) => runChecks({ body: JSON.stringify(Array(size).fill({ prenom: 'a', nom: 'b' })) });
  expect(growthOf(nested, 3000)).toBeLessThan(MAX_GROWTH);
  expect(growthOf(many, 3000)).toBeLessThan(MAX_GROWTH);
});
