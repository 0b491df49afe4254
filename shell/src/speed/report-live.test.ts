import { exampleSite } from '@site/shared-ui/testing';
import { waitFor } from '@testing-library/react';
import { exampleIndex, indexWithContact } from '../../tests/support/examples';
import { createConsentStore } from '../consent/consent-store';
import { createLiveReport } from './report-live';

const backend = { url: 'https://backend.example', anonKey: 'example-key' };
const page = { remote: 'contact', release: { id: '1.0.0-0123456789' }, path: '/contact' };
const data = { index: exampleIndex, backend, site: exampleSite, consent: createConsentStore(window) };

function open() {
  const fetchFrom = jest.fn(async () => ({ ok: true }));
  const create = (changes: Partial<typeof data> = {}) =>
    createLiveReport({ ...data, ...changes }, fetchFrom as unknown as typeof fetch);
  return { fetchFrom, create };
}

test('the report reports releases and route of a page, without anything about the visitor', () => {
  window.history.replaceState(null, '', '/contact?email=camille@exemple.fr#nom');
  const { fetchFrom, create } = open();
  create()?.(page);
  window.dispatchEvent(new Event('pagehide'));
  expect(fetchFrom.mock.calls).toEqual([
    [
      'https://backend.example/rest/v1/live_pages',
      {
        method: 'POST',
        headers: { apikey: 'example-key', 'content-type': 'application/json', prefer: 'return=minimal' },
        keepalive: true,
        body: '{"shell":"1.0.0-aaaaaaaaaa","remote":"contact","release":"1.0.0-0123456789","route":"/contact"}',
      },
    ],
  ]);
  expect([document.cookie, localStorage.length, sessionStorage.length]).toEqual(['', 0, 0]);
});

test('the report waits until the browser is idle, and reports a page once', async () => {
  const { fetchFrom, create } = open();
  create()?.(page);
  expect(fetchFrom).not.toHaveBeenCalled();
  await waitFor(() => expect(fetchFrom).toHaveBeenCalledTimes(1));
  window.dispatchEvent(new Event('pagehide'));
  expect(fetchFrom).toHaveBeenCalledTimes(1);
});

test('previews, development and drafts report nothing', () => {
  const { create } = open();
  expect(create({ index: { ...exampleIndex, preview: {} } as never })).toBeUndefined();
  expect(create({ index: indexWithContact({ integrity: '' }) })).toBeUndefined();
  expect(create({ site: { ...exampleSite, draft: true } })).toBeUndefined();
  expect(create()).toBeDefined();
});
