import { readTarget } from './request-target';

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

test.each([
  '',
  '*',
  '?a',
  'booking',
  'http://',
  'http:///a',
  'ftp://a.example/',
  '/\\a.example',
  'http://a.example\\b',
  '/a#b',
  '/?a#b',
  '/a b',
  '/\u0000',
  '/\u00e9',
  '/a\r\nb',
])('%j is rejected', (target) => {
  expect(readTarget(target)).toBeNull();
});
