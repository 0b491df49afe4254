import type { PublishedRelease } from '@site/contract/release-index';
import { exampleIndex, indexWithContact } from '../testing/example-index';
import { findRelease } from './find-release';

const published: PublishedRelease = {
  name: 'contact',
  id: '1.1.0-ab12cd',
  container: 'contact_ab12cd',
  entry: 'remoteEntry.js',
  files: { 'remoteEntry.js': 'sha384-entry' },
  routes: [],
};

const answer = (body: unknown, status = 200) =>
  jest.fn(async () => ({ ok: status === 200, status, json: async () => body })) as jest.Mock & typeof fetch;

beforeEach(() => {
  // jsdom has none.
  Object.assign(AbortSignal, { timeout: jest.fn(() => new AbortController().signal) });
});

test('a published release is loaded from its own folder with its own hash', async () => {
  const fetchFrom = answer(published);
  await expect(findRelease('contact@1.1.0-ab12cd', exampleIndex, fetchFrom)).resolves.toEqual({
    ok: true,
    preview: {
      remote: 'contact',
      release: {
        id: '1.1.0-ab12cd',
        container: 'contact_ab12cd',
        entry: '/r/contact/1.1.0-ab12cd/remoteEntry.js',
        integrity: 'sha384-entry',
        routes: [],
      },
    },
  });
  expect(fetchFrom.mock.calls[0]?.[0]).toBe('/r/contact/1.1.0-ab12cd/release.json');
});

test.each([
  '',
  'contact',
  'contact@',
  'contact@../../x',
  'contact@//elsewhere.example/x',
  'contact@.hidden',
  'shell@1.0.0-aaaaaaaaaa',
  'toString@1.0.0',
  'https://elsewhere.example@1.0.0',
])('« %s » is malformed, and nothing is requested', async (requested) => {
  const fetchFrom = answer(published);
  await expect(findRelease(requested, exampleIndex, fetchFrom)).resolves.toEqual({ ok: false, reason: 'malformed' });
  expect(fetchFrom).not.toHaveBeenCalled();
});

test('a revoked release is not requested', async () => {
  const fetchFrom = answer(published);
  const index = indexWithContact({ revoked: ['1.1.0-ab12cd'] });
  await expect(findRelease('contact@1.1.0-ab12cd', index, fetchFrom)).resolves.toEqual({
    ok: false,
    reason: 'revoked',
  });
  expect(fetchFrom).not.toHaveBeenCalled();
});

test.each([
  ['is not there', answer('', 404), 'unknown'],
  ['is another', answer({ ...published, id: '1.0.0-other' }), 'unknown'],
  ['cannot be read', answer(published, 503), 'unreachable'],
  ['is no description', answer(null), 'unreachable'],
])('reports a release that %s', async (_, fetchFrom, reason) => {
  await expect(findRelease('contact@1.1.0-ab12cd', exampleIndex, fetchFrom)).resolves.toEqual({ ok: false, reason });
});
