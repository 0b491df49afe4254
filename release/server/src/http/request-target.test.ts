import { growthOf, MAX_GROWTH } from '@site/backend/tests/support/growth';
import { decodeUnreserved, readTarget, withoutSlashes } from './request-target';

test.each([
  ['/', '/', ''],
  ['/booking?a=1?b', '/booking', '?a=1?b'],
  ['//127.0.0.1:1/../x', '//127.0.0.1:1/../x', ''],
  ['/%2e%2e/%5Cx', '/%2e%2e/%5Cx', ''],
  ['http://other.example', '/', ''],
  ['HTTPS://other.example:1/a?b', '/a', '?b'],
  ['http://other.example?b', '/', '?b'],
  ['http://a.example//b.example/c', '//b.example/c', ''],
  ['http://a.example/http://b.example/c', '/http://b.example/c', ''],
  ['/?q=a\\b', '/', '?q=a\\b'],
])('%s is read as the path %s and the query %s', (target, path, query) => {
  expect(readTarget(target)).toEqual({ path, query });
});

test.each(['', '*', 'booking', 'http:///a', 'ftp://a.example/', '/\\a', '/a#b', '/\u0000', '/\u00e9', '/a\r\nb'])(
  '%j is rejected',
  (target) => {
    expect(readTarget(target)).toBeNull();
  },
);

test.each([
  ['/booking/', '/booking'],
  ['//booking///', '/booking'],
  ['/a//b/', '/a//b'],
  ['/', '/'],
  ['///', '/'],
])('%s without slashes around it is %s', (path, expected) => {
  expect(withoutSlashes(path)).toBe(expected);
});

test.each([
  ['/b%6Foking', '/booking'],
  ['/%7euser', '/~user'],
  ['/a%2Fb%20c%zz%', '/a%2Fb%20c%zz%'],
  ['/%C3%A9', '/%C3%A9'],
])('%s is decoded to %s', (path, expected) => {
  expect(decodeUnreserved(path)).toBe(expected);
});

test.each<[name: string, make: (size: number) => string]>([
  ['slashes before a letter', (size) => `${'/'.repeat(size)}x/`],
  ['many hosts', (size) => 'http://a'.repeat(size / 8)],
  ['percent signs', (size) => `/${'%'.repeat(size)}\u00e9`],
])('an address with %s takes time in proportion to its length', (_, make) => {
  const read = (size: number) => decodeUnreserved(withoutSlashes(readTarget(make(size))?.path ?? make(size)));
  expect(growthOf(read, 30_000)).toBeLessThan(MAX_GROWTH);
});
