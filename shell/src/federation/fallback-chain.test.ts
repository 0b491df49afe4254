/** @jest-environment node */

import { indexWithContact, otherContactRelease } from '../../tests/support/examples';
import { candidatesFor, createFallbackChain, type LoadOptions, loadFirstAvailable } from './fallback-chain';
import { type FaultCode, RemoteLoadError } from './fault';

const PREVIOUS = otherContactRelease('0.9.0-before');

function active(changes: Parameters<typeof indexWithContact>[0] = {}) {
  const { contact } = indexWithContact({ previous: PREVIOUS, ...changes }).remotes;
  if (!contact) throw new Error('The example index has changed.');
  return contact;
}
const idsOf = (...options: Parameters<typeof candidatesFor>) =>
  candidatesFor(...options).map(({ release }) => release.id);

test('the active release comes first, then the previous one', () => {
  expect(idsOf('/contact', active())).toEqual(['1.0.0-0123456789', '0.9.0-before']);
  expect(idsOf('/contact', active({ previous: undefined } as never))).toEqual(['1.0.0-0123456789']);
});

test('a revoked release is left out', () => {
  expect(idsOf('/contact', active({ revoked: ['0.9.0-before'] }))).toEqual(['1.0.0-0123456789']);
});

test('releases without the page are left out, and each release keeps its own route', () => {
  const renamed = PREVIOUS.routes.map((route) => ({ ...route, module: 'write-page' }));
  const routes = candidatesFor('/contact', active({ previous: { ...PREVIOUS, routes: renamed } })).map(
    ({ route }) => route.module,
  );
  expect(routes).toEqual(['contact-page', 'write-page']);
  const [page] = PREVIOUS.routes;
  if (!page) throw new Error('The example index has changed.');
  const twoPages = [{ ...page, path: '/rappel', module: 'callback-page' }, page];
  const [candidate] = candidatesFor('/contact', active({ routes: twoPages }));
  expect(candidate?.route.module).toBe('contact-page');
  expect(idsOf('/contact', active({ previous: { ...PREVIOUS, routes: [] } }))).toEqual(['1.0.0-0123456789']);
});

let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => warn.mockRestore());

const pageModule = { Page: () => null };

/** Loads with these outcomes in turn, each after a number of milliseconds. */
async function loadWith(...answers: readonly (readonly ['ok' | FaultCode, number])[]) {
  let clock = 0;
  const tried: string[] = [];
  const faults: string[] = [];
  const load: LoadOptions['load'] = async ({ id }) => {
    const [code, after] = answers[tried.length] ?? ['exception', 0];
    tried.push(id);
    clock += after;
    if (code === 'ok') return pageModule;
    throw new RemoteLoadError('It did not load.', { phase: 'entry', code });
  };
  const outcome = await loadFirstAvailable(candidatesFor('/contact', active()), {
    load,
    now: () => clock,
    isCurrent: () => clock < 8000,
    onFailure: ({ release }, { code }, isFinal) =>
      faults.push(`${release.id} ${code}${isFinal ? '' : ', tried again'}`),
  });
  return { outcome, tried, faults };
}

test('the fallback chain retries a release after a quick failure', async () => {
  const { outcome, faults } = await loadWith(['network', 999], ['ok', 1]);
  expect(outcome).toMatchObject({ ok: true, candidate: { release: { id: '1.0.0-0123456789' } } });
  expect(faults).toEqual(['1.0.0-0123456789 network, tried again']);
});

test('the fallback chain retries a release after a quick failure, however late its load began', async () => {
  const { outcome, faults } = await loadWith(['timeout', 4000], ['network', 999], ['ok', 1]);
  expect(outcome).toMatchObject({ ok: true, candidate: { release: { id: '0.9.0-before' } } });
  expect(faults).toEqual(['1.0.0-0123456789 timeout', '0.9.0-before network, tried again']);
});

test.each([
  ['slow', 'network', 1000],
  ['a time-out', 'timeout', 400],
  ['an exception, which would recur', 'exception', 1],
  ['a missing page, which would recur', 'no-page', 1],
] as const)('goes on to the previous release after a failure that is %s', async (_, code, after) => {
  const { outcome, faults } = await loadWith([code, after], ['ok', 1]);
  expect(outcome).toMatchObject({ ok: true, candidate: { release: { id: '0.9.0-before' } } });
  expect(faults).toEqual([`1.0.0-0123456789 ${code}`]);
});

test('the fallback chain tries each release twice after quick failures, then gives up with the last error', async () => {
  const { outcome, tried, faults } = await loadWith(['network', 5], ['http-404', 5], ['integrity', 5], ['timeout', 9]);
  expect(tried).toEqual(['1.0.0-0123456789', '1.0.0-0123456789', '0.9.0-before', '0.9.0-before']);
  expect(faults).toEqual([
    '1.0.0-0123456789 network, tried again',
    '1.0.0-0123456789 http-404',
    '0.9.0-before integrity, tried again',
    '0.9.0-before timeout',
  ]);
  const fallback = 'contact_0123456789 failed (entry http-404): trying the next release.';
  expect(warn.mock.calls).toEqual([[fallback, expect.any(RemoteLoadError)]]);
  expect(outcome).toEqual({ ok: false, error: expect.any(RemoteLoadError) });
});

test('the fallback chain loads nothing more once the outcome is no longer awaited', async () => {
  const { outcome, tried } = await loadWith(['timeout', 8000], ['ok', 1]);
  expect(tried).toHaveLength(1);
  expect(outcome).toMatchObject({ ok: false });
});

test('the fallback chain fails without an error when there is no candidate', async () => {
  const options = { load: jest.fn(), onFailure: jest.fn(), isCurrent: () => true };
  await expect(loadFirstAvailable([], options)).resolves.toEqual({ ok: false, error: undefined });
});

test('an error while the module is evaluated is reported as a failure of the page', async () => {
  const options = {
    load: jest.fn().mockRejectedValue(new Error('It threw.')),
    onFailure: jest.fn(),
    isCurrent: () => true,
  };
  await loadFirstAvailable(candidatesFor('/contact', active()), options);
  expect(options.onFailure).toHaveBeenCalledWith(
    expect.anything(),
    { phase: 'page', code: 'exception', frames: [] },
    true,
  );
});

describe('failures in the document', () => {
  const fault = { phase: 'page', code: 'network' } as const;

  /** The chains of two pages that the active and the previous release have in common. */
  function openTwoPages() {
    const [route] = PREVIOUS.routes;
    if (!route) throw new Error('The example index has changed.');
    const routes = [route, { ...route, path: '/rappel' }];
    const release = active({ routes, previous: { ...PREVIOUS, routes } });
    const failed = new Set<string>();
    const onIncident = jest.fn();
    const load = jest.fn(async () => pageModule);
    const [first, second] = routes.map((ofPage) =>
      createFallbackChain({ remote: 'contact', active: release, route: ofPage, load, failed, onIncident }),
    );
    if (!first || !second) throw new Error('There are two routes.');
    return { first, second, onIncident, load };
  }
  const untriedIds = (chain: ReturnType<typeof createFallbackChain>) =>
    chain.untried().map(({ release }) => release.id);
  const best = (chain: ReturnType<typeof createFallbackChain>) => {
    const [candidate] = chain.untried();
    if (!candidate) throw new Error('Every candidate has failed.');
    return candidate;
  };

  test('a failed container script excludes its release from all pages', () => {
    const { first, second } = openTwoPages();
    first.recordFailure(best(first), { ...fault, phase: 'entry' });
    expect(untriedIds(first)).toEqual(['0.9.0-before']);
    expect(untriedIds(second)).toEqual(['0.9.0-before']);
  });

  test.each(['page', 'render'] as const)('a failure of phase %s excludes its release from one page', (phase) => {
    const { first, second } = openTwoPages();
    first.recordFailure(best(first), { ...fault, phase });
    expect(untriedIds(first)).toEqual(['0.9.0-before']);
    expect(untriedIds(second)).toEqual(['1.0.0-0123456789', '0.9.0-before']);
  });

  test('only a final failure excludes the candidate', () => {
    const { first } = openTwoPages();
    const candidate = best(first);
    first.recordFailure(candidate, fault, false);
    expect(best(first)).toBe(candidate);
    first.recordFailure(candidate, fault);
    expect(best(first)).not.toBe(candidate);
  });

  describe('a failure is an incident once it is known what helped:', () => {
    test.each([
      ['the previous release', true, 'previous', 'previous'],
      ['a retry, when a page runs after a failure that was not final', false, 'previous', 'retry'],
      ['the composed HTML, when no release runs', true, 'copy', 'copy'],
      ['the composed HTML, when the retry had no outcome', false, 'copy', 'copy'],
      ['nothing', true, undefined, undefined],
    ] as const)('%s', (_, isFinal, reported, mended) => {
      const { first, onIncident } = openTwoPages();
      const candidate = best(first);
      first.recordFailure(candidate, fault, isFinal);
      expect(onIncident).not.toHaveBeenCalled();
      first.reportFailures(reported);
      first.reportFailures(reported);
      const { release } = candidate;
      expect(onIncident.mock.calls).toEqual([[{ part: 'contact', release, fault, path: '/contact', mended }]]);
    });

    test('of two failures of a release, the last one', () => {
      const { first, onIncident } = openTwoPages();
      const candidate = best(first);
      first.recordFailure(candidate, fault, false);
      first.recordFailure(candidate, { phase: 'page', code: 'http-404' });
      first.reportFailures('previous');
      expect(onIncident.mock.calls).toMatchObject([[{ fault: { code: 'http-404' }, mended: 'previous' }]]);
    });
  });
});
