import type { Host, PageModule } from '@site/contract/host';
import { act, render, screen } from '@testing-library/react';
import { createElement, Suspense } from 'react';
import { indexWithContact, otherContactRelease } from '../../tests/support/examples';
import { expectConsoleError } from '../../tests/support/site';
import type { LoadPage, OnIncident } from './fallback-chain';
import { RemoteLoadError } from './fault';
import type { OnLive } from './page-state';
import { createRemotePage } from './remote-page';

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

test('only the last load attempt counts', async () => {
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
  expect(view().running).toMatchObject({ candidate: { release: { id: ACTIVE } }, place: 'fresh' });
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

describe('a page that throws on render', () => {
  test('is an incident that the previous release mends', async () => {
    const said = expectConsoleError();
    const { enter, onThrow, onLive, asked, progress, incidents, view, answer } = openContact();
    enter();
    await answer(0);
    const error = new Error('It is broken.');
    onThrow(error);
    expect(said.mock.calls).toEqual([['The page /contact threw on render.', error]]);
    expect(incidents()).toEqual([]);
    expect(progress()).toBe('waiting');
    await answer(1);
    onLive();
    expect(incidents()).toEqual([`${ACTIVE} render exception previous`]);
    expect(asked).toEqual([ACTIVE, PREVIOUS]);
    expect(view().running).toMatchObject({ candidate: { release: { id: PREVIOUS } } });
  });

  test('fails when no release is left, and nothing more is loaded', async () => {
    expectConsoleError();
    const { enter, onThrow, asked, progress, incidents, answer } = openContact();
    enter();
    await answer(0);
    onThrow(new Error('It is broken.'));
    await answer(1);
    onThrow(new Error('It is broken too.'));
    expect(progress()).toBe('failed');
    expect(asked).toEqual([ACTIVE, PREVIOUS]);
    expect(incidents()).toEqual([`${ACTIVE} render exception failed`, `${PREVIOUS} render exception failed`]);
  });

  test('before a release runs is no incident', () => {
    expectConsoleError();
    const { onThrow, incidents, asked } = openContact(HTML);
    onThrow(new Error('It is not of a release.'));
    expect(incidents()).toEqual([]);
    expect(asked).toEqual([ACTIVE]);
  });
});

describe('a page that failed and', () => {
  const damaged = new RemoteLoadError('It did not load.', { phase: 'page', code: 'network' });

  test('is loaded by the retry is an incident that the retry mended', async () => {
    const { enter, onLive, incidents, live, answer, fail } = openContact();
    enter();
    await fail(0, damaged);
    await answer(1);
    expect([incidents(), live()]).toEqual([[], []]);
    onLive();
    expect(incidents()).toEqual([`${ACTIVE} page network retry`]);
    expect(live()).toEqual([`contact@${ACTIVE} /contact`]);
  });

  test('is shown by the previous release is live with that release', async () => {
    const { enter, onLive, incidents, live, answer, fail } = openContact();
    enter();
    await fail(0);
    await answer(1);
    onLive();
    expect(incidents()).toEqual([`${ACTIVE} entry timeout previous`]);
    expect(live()).toEqual([`contact@${PREVIOUS} /contact`]);
  });

  test('stays readable was mended by the copy, and is not live', async () => {
    expectConsoleError();
    const { enter, incidents, live, fail } = openContact(HTML);
    enter();
    await fail(0);
    await fail(1);
    expect(incidents()).toEqual([`${ACTIVE} entry timeout copy`, `${PREVIOUS} entry timeout copy`]);
    expect(live()).toEqual([]);
  });

  test('is left before the outcome was mended by nothing', async () => {
    const { enter, incidents, fail } = openContact();
    const leave = enter();
    await fail(0);
    leave();
    expect(incidents()).toEqual([`${ACTIVE} entry timeout failed`]);
  });
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
    prefetch();
    prefetch();
    await answer(0);
    prefetch();
    enter();
    expect(asked).toEqual([ACTIVE]);
    expect(progress()).toBe('running');
    expect(view().running).toMatchObject({ candidate: { release: { id: ACTIVE } }, place: 'fresh' });
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
    expect(view().running?.place).toBe('composed');
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
    expect(view()).toMatchObject({ surface: 'composed', running: { place: 'fresh' } });
    onMounted();
    expect(view().surface).toBe('none');
  });

  test.each([
    ['fails rather than replace a form that the visitor uses', HTML, true, 'failed'],
    ['is replaced while the visitor uses no form', HTML, false, 'running'],
    ['that does not exist is not protected while the visitor uses a form', null, true, 'running'],
  ] as const)('%s', async (_, html, isTyping, progress) => {
    expectConsoleError();
    const main = document.body.appendChild(document.createElement('main'));
    const field = main.appendChild(document.createElement('input'));
    if (isTyping) field.focus();
    const page = openContact(html);
    page.enter();
    await page.fail(0);
    await page.answer(1);
    expect(page.progress()).toBe(progress);
  });

  test('that fails rather than replace a form was mended by its copy', async () => {
    expectConsoleError();
    const main = document.body.appendChild(document.createElement('main'));
    main.appendChild(document.createElement('input')).focus();
    const { enter, incidents, answer, fail } = openContact(HTML);
    enter();
    await fail(0);
    await answer(1);
    expect(incidents()).toEqual([`${ACTIVE} entry timeout copy`]);
  });

  test('is hydrated while the visitor uses its form', async () => {
    const main = document.body.appendChild(document.createElement('main'));
    main.appendChild(document.createElement('input')).focus();
    const { enter, progress, answer } = openContact(HTML);
    enter();
    await answer(0);
    expect(progress()).toBe('running');
  });
});
