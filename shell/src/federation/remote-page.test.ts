import type { Host, PageModule } from '@site/contract/host';
import { act, render, screen } from '@testing-library/react';
import { createElement, Suspense } from 'react';
import { exampleIndex, indexWithContact, otherContactRelease } from '../../tests/support/examples';
import { expectConsoleError } from '../../tests/support/site';
import type { LoadPage, OnIncident } from './fallback-chain';
import { RemoteLoadError } from './fault';
import { createRemotePage, createRemotePages, createWaitWhileLeaving, isFormInUse, type OnLive } from './remote-page';

const ACTIVE = '1.0.0-0123456789';
const PREVIOUS = '0.9.0-before';
const HTML = '<h1>Contactez-nous</h1>';

/** The contact page of two releases. The test settles each load by its number. */
function openContact(composedHtml: string | null = null) {
  const { contact: active } = indexWithContact({ previous: otherContactRelease(PREVIOUS) }).remotes;
  const [route] = active?.routes ?? [];
  if (!active || !route) throw new Error('The example index has no contact page.');
  const answers: { resolve: (module: PageModule) => void; reject: (error: Error) => void }[] = [];
  const asked: string[] = [];
  const load: LoadPage = ({ id }) => {
    asked.push(id);
    return new Promise((resolve, reject) => answers.push({ resolve, reject }));
  };
  const onIncident = jest.fn<void, Parameters<OnIncident>>();
  const onLive = jest.fn<void, Parameters<OnLive>>();
  const options = { remote: 'contact', active, route, load, failed: new Set<string>(), onIncident, onLive };
  const page = createRemotePage(options, composedHtml);
  return {
    ...page,
    asked,
    progress: () => page.view().progress,
    incidents: () =>
      onIncident.mock.calls.map(
        ([{ release, fault, mended = 'failed' }]) => `${release.id} ${fault.phase} ${fault.code} ${mended}`,
      ),
    live: () => onLive.mock.calls.map(([{ remote, release, path }]) => `${remote}@${release.id} ${path}`),
    answer: (at: number) => act(async () => answers[at]?.resolve({ Page: () => 'La page' })),
    fail: (at: number, error: Error = timeout) => act(async () => answers[at]?.reject(error)),
  };
}

const timeout = new RemoteLoadError('It did not load.', { phase: 'entry', code: 'timeout' });
const damaged = new RemoteLoadError('It did not load.', { phase: 'page', code: 'network' });

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  document.body.replaceChildren();
});

test('while the screen is empty, a load fails after eight seconds and its late arrival is ignored', async () => {
  const said = expectConsoleError();
  const { enter, progress, answer } = openContact();
  enter();
  await jest.advanceTimersByTimeAsync(7999);
  expect(progress()).toBe('waiting');
  await jest.advanceTimersByTimeAsync(1);
  expect(progress()).toBe('failed');
  expect(said.mock.calls).toEqual([['The page /contact could not be loaded.', new Error('Nothing came in time.')]]);
  await answer(0);
  expect(progress()).toBe('failed');
  expect(said).toHaveBeenCalledTimes(1);
});

test('while a composed page can be read, a load has no deadline', async () => {
  const { enter, progress, answer } = openContact('<h1>Contactez-nous</h1>');
  enter();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(progress()).toBe('waiting');
  await answer(0);
  expect(progress()).toBe('running');
});

test('a page that is left has no deadline, and a return to it has eight seconds', async () => {
  const said = expectConsoleError();
  const { enter, progress } = openContact();
  const leave = enter();
  leave();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(progress()).toBe('waiting');
  enter();
  await jest.advanceTimersByTimeAsync(7999);
  expect(progress()).toBe('waiting');
  await jest.advanceTimersByTimeAsync(1);
  expect(progress()).toBe('failed');
  expect(said).toHaveBeenCalledTimes(1);
});

test('only the last load counts', async () => {
  const { enter, retry, progress, answer } = openContact();
  enter();
  retry();
  await answer(0);
  expect(progress()).toBe('retrying');
  await answer(1);
  await jest.advanceTimersByTimeAsync(8000);
  expect(progress()).toBe('running');
});

test('a page is loaded when it is entered, and only once', async () => {
  const { enter, asked, answer, view } = openContact();
  expect(asked).toEqual([]);
  const leave = enter();
  leave();
  enter();
  await answer(0);
  enter();
  expect(asked).toEqual([ACTIVE]);
  expect(view().running).toMatchObject({ candidate: { release: { id: ACTIVE } }, mode: 'client-rendered' });
});

test('when every release fails, the page fails with the last error, and a retry starts with the best release', async () => {
  const said = expectConsoleError();
  const { enter, retry, asked, progress, incidents, answer, fail } = openContact();
  enter();
  await fail(0);
  expect(progress()).toBe('waiting');
  const last = new RemoteLoadError('The last one.', { phase: 'page', code: 'no-page' });
  await fail(1, last);
  expect(progress()).toBe('failed');
  expect(said.mock.calls).toEqual([['The page /contact could not be loaded.', last]]);
  expect(incidents()).toEqual([`${ACTIVE} entry timeout failed`, `${PREVIOUS} page no-page failed`]);
  retry();
  expect(progress()).toBe('retrying');
  await answer(2);
  expect(progress()).toBe('running');
  expect(asked).toEqual([ACTIVE, PREVIOUS, ACTIVE]);
});

test('a retry resets the failures of the release that throws', async () => {
  expectConsoleError();
  const { enter, retry, onThrow, asked, answer } = openContact();
  enter();
  await answer(0);
  onThrow(new Error('It is broken.'));
  retry();
  expect(asked).toEqual([ACTIVE, PREVIOUS, ACTIVE]);
});

/** What each load gives in turn, what is on screen meanwhile, what the visitor gets, and what is reported. */
const OUTCOMES: readonly [loads: string, screen: string, shown: string, ...incidents: string[]][] = [
  ['page', 'composed', 'active, hydrated'],
  ['page', 'composed, a form in use', 'active, hydrated'],
  ['page', 'empty', 'active'],
  ['network page', 'composed', 'active, hydrated', 'active page network retry'],
  ['network page', 'empty', 'active', 'active page network retry'],
  ['timeout page', 'composed', 'previous', 'active entry timeout previous'],
  ['timeout page', 'composed, a form in use', 'composed nodes', 'active entry timeout copy'],
  ['timeout page', 'empty', 'previous', 'active entry timeout previous'],
  ['timeout page', 'empty, a form in use', 'previous', 'active entry timeout previous'],
  ['timeout timeout', 'composed', 'composed nodes', 'active entry timeout copy', 'previous entry timeout copy'],
  ['timeout timeout', 'empty', 'card', 'active entry timeout failed', 'previous entry timeout failed'],
  ['throws page', 'composed', 'previous', 'active render exception previous'],
  ['throws page', 'composed, a form in use', 'restored HTML', 'active render exception copy'],
  ['throws page', 'empty', 'previous', 'active render exception previous'],
  ['throws throws', 'composed', 'restored HTML', 'active render exception copy', 'previous render exception copy'],
  ['throws throws', 'empty', 'card', 'active render exception failed', 'previous render exception failed'],
];

test.each(OUTCOMES)('loads that give "%s", with a screen that is %s, show: %s', async (loads, screen, ...expected) => {
  expectConsoleError();
  const main = document.body.appendChild(document.createElement('main'));
  const field = main.appendChild(document.createElement('input'));
  if (screen.endsWith('a form in use')) field.focus();
  const page = openContact(screen.startsWith('composed') ? HTML : null);
  page.enter();
  for (const [at, given] of loads.split(' ').entries()) {
    if (given === 'network') await page.fail(at, damaged);
    else if (given === 'timeout') await page.fail(at);
    else await page.answer(at);
    if (given === 'throws') page.onThrow(new Error('It is broken.'));
  }
  const { running, surface } = page.view();
  if (running?.mode === 'client-rendered') page.onMounted();
  page.onLive();
  const readable = { composed: 'composed nodes', restored: 'restored HTML', none: 'card' }[surface];
  const isHydrated = running?.mode === 'hydrated';
  const visible = running ? `${running.candidate.release.id}${isHydrated ? ', hydrated' : ''}` : readable;
  expect(page.progress()).toBe(running ? 'running' : 'failed');
  expect(page.live()).toEqual(running ? [`contact@${running.candidate.release.id} /contact`] : []);
  expect(page.asked).toHaveLength(loads.split(' ').length);
  const named = [visible, ...page.incidents()].map((text) =>
    text.replace(ACTIVE, 'active').replace(PREVIOUS, 'previous'),
  );
  expect(named).toEqual(expected);
});

test('a page that throws before a release runs is no incident', () => {
  expectConsoleError();
  const { onThrow, incidents, asked } = openContact(HTML);
  onThrow(new Error('It is not of a release.'));
  expect(incidents()).toEqual([]);
  expect(asked).toEqual([ACTIVE]);
});

test('a failed page that is left before the outcome recovered by nothing', async () => {
  const { enter, incidents, fail } = openContact();
  const leave = enter();
  await fail(0);
  leave();
  expect(incidents()).toEqual([`${ACTIVE} entry timeout failed`]);
});

describe('a page that runs', () => {
  test('is live once per visit, and again on the next visit', async () => {
    const { enter, onLive, live, answer } = openContact();
    const leave = enter();
    onLive();
    expect(live()).toEqual([]);
    await answer(0);
    onLive();
    onLive();
    expect(live()).toEqual([`contact@${ACTIVE} /contact`]);
    leave();
    enter();
    onLive();
    expect(live()).toHaveLength(2);
  });

  test('is live once even if it throws later and the previous release takes over', async () => {
    expectConsoleError();
    const { enter, onThrow, onLive, incidents, live, answer } = openContact();
    enter();
    await answer(0);
    onLive();
    onThrow(new Error('It is broken.'));
    await answer(1);
    onLive();
    expect(live()).toEqual([`contact@${ACTIVE} /contact`]);
    expect(incidents()).toEqual([`${ACTIVE} render exception previous`]);
  });
});

describe('a prefetch', () => {
  test('loads the best release once, and its page is shown at once', async () => {
    const { prefetch, enter, asked, progress, view, answer } = openContact();
    const prefetched = Promise.all([prefetch(), prefetch()]);
    await answer(0);
    expect(await prefetched).toEqual([true, false]);
    expect(await prefetch()).toBe(false);
    enter();
    expect(asked).toEqual([ACTIVE]);
    expect(progress()).toBe('running');
    expect(view().running).toMatchObject({ candidate: { release: { id: ACTIVE } }, mode: 'client-rendered' });
  });

  test('gives no page that the visitor has opened meanwhile', async () => {
    const { prefetch, enter, answer } = openContact();
    const prefetched = prefetch();
    enter();
    await answer(0);
    expect(await prefetched).toBe(false);
  });

  test('that fails is not reported, and can be repeated', async () => {
    const { prefetch, asked, progress, incidents, fail } = openContact();
    prefetch();
    await fail(0);
    expect(progress()).toBe('waiting');
    expect(incidents()).toEqual([]);
    prefetch();
    expect(asked).toEqual([ACTIVE, ACTIVE]);
  });

  test('loads nothing for a page that runs', async () => {
    const { prefetch, enter, asked, answer } = openContact();
    enter();
    await answer(0);
    prefetch();
    expect(asked).toEqual([ACTIVE]);
  });

  test('loads nothing when every release has failed', async () => {
    expectConsoleError();
    const { prefetch, enter, asked, fail } = openContact();
    enter();
    await fail(0);
    await fail(1);
    prefetch();
    expect(asked).toEqual([ACTIVE, PREVIOUS]);
  });
});

describe('a composed page', () => {
  const renderComposed = ({ Composed }: Pick<ReturnType<typeof openContact>, 'Composed'>) =>
    act(async () => render(createElement(Suspense, null, createElement(Composed, { host: {} as Host }))));

  test('is loaded on its first render and hydrated by the release that composed it', async () => {
    const { Composed, asked, view, answer } = openContact(HTML);
    await renderComposed({ Composed });
    expect(asked).toEqual([ACTIVE]);
    await answer(0);
    expect(screen.getByText('La page')).toBeVisible();
    expect(view().running?.mode).toBe('hydrated');
  });

  test('is not loaded again on its first render while it is loading', async () => {
    const { Composed, enter, asked } = openContact(HTML);
    enter();
    await renderComposed({ Composed });
    expect(asked).toEqual([ACTIVE]);
  });

  test('stays when the previous release runs beside it, until that one is mounted', async () => {
    const { Composed, enter, view, onMounted, answer, fail } = openContact(HTML);
    await renderComposed({ Composed });
    enter();
    await fail(0);
    await answer(1);
    expect(screen.queryByText('La page')).toBeNull();
    expect(view()).toMatchObject({ surface: 'composed', running: { mode: 'client-rendered' } });
    onMounted();
    expect(view().surface).toBe('none');
  });
});

describe('form in use', () => {
  const FORM = `<main>
  <button type="button">Réessayer</button>
  <input name="name" value="Martin">
  <input type="checkbox" name="funded">
  <textarea name="message"></textarea>
  <select name="first"><option>Un</option><option>Deux</option></select>
  <select name="second"><option>Un</option><option selected>Deux</option></select>
</main>`;

  const find = <Kind extends HTMLElement>(selector: string) => {
    const element = document.querySelector<Kind>(selector);
    if (!element) throw new Error(`There is no ${selector}.`);
    return element;
  };

  beforeEach(() => {
    document.body.innerHTML = FORM;
  });

  test('an unchanged form is not in use, even while a button has the focus', () => {
    expect(isFormInUse(find('main'))).toBe(false);
    find('button').focus();
    expect(isFormInUse(find('main'))).toBe(false);
    expect(isFormInUse(null)).toBe(false);
  });

  test.each([
    ['a field has the focus', () => find('input').focus()],
    ['something was typed', () => Object.assign(find('textarea'), { value: 'Bonjour' })],
    ['something was deleted', () => Object.assign(find('input'), { value: '' })],
    ['a box was ticked', () => find('[type=checkbox]').click()],
    ['something was chosen', () => Object.assign(find('[name=first]'), { selectedIndex: 1 })],
    ['something else was chosen', () => Object.assign(find('[name=second]'), { selectedIndex: 0 })],
  ])('a form is in use when %s', (_, act) => {
    act();
    expect(isFormInUse(find('main'))).toBe(true);
  });
});

describe('wait while leaving', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  test('a failure is recorded five seconds after the visitor has begun to leave, and at once without that', async () => {
    const waitWhileLeaving = createWaitWhileLeaving(window);
    const onEnd = jest.fn();
    await waitWhileLeaving();
    window.dispatchEvent(new Event('beforeunload'));
    void waitWhileLeaving().then(onEnd);
    await jest.advanceTimersByTimeAsync(4999);
    expect(onEnd).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(onEnd).toHaveBeenCalledTimes(1);
    await waitWhileLeaving();
  });

  test('a quick failure after a click on a mailto link is retried, because the wait does not make it slow', async () => {
    const load = jest.fn<ReturnType<LoadPage>, Parameters<LoadPage>>().mockResolvedValue({ Page: () => null });
    load.mockRejectedValueOnce(new RemoteLoadError('It did not load.', { phase: 'entry', code: 'network' }));
    const waitWhileLeaving = createWaitWhileLeaving(window);
    const [page] = createRemotePages({ index: exampleIndex, load, composed: null, waitWhileLeaving });
    window.dispatchEvent(new Event('beforeunload'));
    page?.enter();
    await jest.advanceTimersByTimeAsync(4999);
    expect(load).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
    expect(page?.view().progress).toBe('running');
  });
});
