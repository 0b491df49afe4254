import type { ConsentChoice } from '@site/contract/host';
import type { ReleaseIndex } from '@site/contract/release-index';
import type { Metric } from 'web-vitals';
import { exampleIndex } from '../../tests/support/examples';
import { createConsentStore } from '../consent/consent-store';
import { createSender } from '../incidents/report-incidents';
import { createSpeedReport } from './report-live';

const measured = new Map<string, (metric: Pick<Metric, 'name' | 'value'>) => void>();
const mockMeasure = (name: string) => (note: (metric: Pick<Metric, 'name' | 'value'>) => void) => {
  measured.set(name, note);
};
jest.mock('web-vitals', () =>
  Object.fromEntries(['LCP', 'INP', 'CLS', 'TTFB', 'FCP'].map((name) => [`on${name}`, mockMeasure(name)])),
);

const backend = { url: 'https://backend.example', anonKey: 'example-key' };
const contact = { remote: 'contact', release: { id: '1.0.0-0123456789' }, path: '/contact' };

beforeEach(() => {
  measured.clear();
  localStorage.clear();
  window.history.replaceState(null, '', '/contact?email=camille@exemple.fr');
  show('visible');
});

function show(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

/** Lets the import of the measuring module end. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

async function open(choice: ConsentChoice | null, changes: Partial<ReleaseIndex> = {}) {
  const consent = createConsentStore(window);
  if (choice) consent.choose(choice);
  const fetchFrom = jest.fn(async (_address: string, _request: { body: string }) => ({ ok: true }));
  const send = createSender({ backend, fetchFrom: fetchFrom as unknown as typeof fetch });
  const onLive = createSpeedReport({ consent, send, index: { ...exampleIndex, ...changes } });
  onLive(contact);
  await settle();
  return {
    consent,
    onLive,
    fetchFrom,
    note: (name: Metric['name'], value: number) => measured.get(name)?.({ name, value }),
    bodies: () => fetchFrom.mock.calls.map(([, { body }]) => JSON.parse(body)),
  };
}

test('with consent, the buckets of a page are sent once, when it is hidden, without anything about the visitor', async () => {
  const { fetchFrom, note } = await open('accepted');
  note('TTFB', 90);
  note('FCP', 700);
  note('LCP', 1800.4);
  note('LCP', 2600);
  note('CLS', 0);
  note('INP', 48);
  expect(fetchFrom).not.toHaveBeenCalled();
  show('hidden');
  show('visible');
  show('hidden');
  expect(fetchFrom.mock.calls).toEqual([
    [
      'https://backend.example/rest/v1/page_speeds',
      {
        method: 'POST',
        headers: { apikey: 'example-key', 'content-type': 'application/json', prefer: 'return=minimal' },
        keepalive: true,
        body: '{"shell":"1.0.0-aaaaaaaaaa","remote":"contact","release":"1.0.0-0123456789","route":"/contact","ttfb":0,"fcp":1,"lcp":5,"cls":0,"inp":1}',
      },
    ],
  ]);
  expect([document.cookie, Object.keys(localStorage).sort()]).toEqual(['', ['cookie-consent', 'cookie-consent-at']]);
});

test.each(['rejected', null] as const)('with the choice %s nothing is measured and nothing is sent', async (choice) => {
  const { fetchFrom } = await open(choice);
  expect(measured.size).toBe(0);
  show('hidden');
  expect(fetchFrom).not.toHaveBeenCalled();
});

test('a visitor who accepts while the page is open is measured from then on', async () => {
  const { consent, note, bodies } = await open(null);
  consent.choose('accepted');
  await settle();
  note('LCP', 400);
  show('hidden');
  expect(bodies()).toEqual([expect.objectContaining({ route: '/contact', lcp: 0 })]);
});

test.each(['rejected', 'accepted'] as const)(
  'consent that is withdrawn during the visit ends it, also when the visitor then chose %s',
  async (last) => {
    const { consent, note, fetchFrom } = await open('accepted');
    note('LCP', 400);
    consent.choose('rejected');
    consent.choose(last);
    await settle();
    note('INP', 400);
    show('hidden');
    expect(fetchFrom).not.toHaveBeenCalled();
  },
);

test('what happens on the next page of the same document does not count for the first', async () => {
  const { onLive, note, bodies } = await open('accepted');
  note('CLS', 0.02);
  window.history.pushState(null, '', '/booking');
  onLive({ ...contact, remote: 'booking', path: '/booking' });
  note('CLS', 0.3);
  window.history.back();
  await settle();
  note('INP', 900);
  show('hidden');
  expect(bodies()).toEqual([expect.objectContaining({ remote: 'contact', route: '/contact', cls: 2 })]);
  expect(bodies()[0]).not.toHaveProperty('inp');
});

test('the owner’s space, which has no banner, is not measured', async () => {
  await open('accepted', { private: { paths: {} } as unknown as NonNullable<ReleaseIndex['private']> });
  expect(measured.size).toBe(0);
});

test('a page without any measured value sends nothing', async () => {
  const { fetchFrom } = await open('accepted');
  show('hidden');
  expect(fetchFrom).not.toHaveBeenCalled();
});
