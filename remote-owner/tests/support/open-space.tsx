import type { Backend, Host, Notice, Site } from '@site/contract/host';
import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CallError } from '../../src/api/call-error';
import { openOwnerApi } from '../../src/api/open-owner-api';
import { Page } from '../../src/owner-page';
import { createStandIn, type StandInOptions } from '../../src/testing/stand-in';

jest.mock('../../src/api/open-owner-api');

interface Opened extends StandInOptions {
  readonly query?: string;
  readonly site?: Partial<Site>;
  /** The site's backend; its own server by default. */
  readonly backend?: Backend;
  /** Every call fails with it. */
  readonly failure?: CallError;
  /** Calls are answered once it resolves. */
  readonly connected?: Promise<void>;
}

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-11-23T09:00:00Z') });
  // jsdom has no layout and cannot scroll.
  window.scrollTo = async () => undefined;
});
afterEach(() => jest.useRealTimers());

/** Opens the space on the stand-in, on 23 November 2026 at 10 in Paris. */
export async function openSpace(opened: Opened = {}) {
  const { query = '?vue=demandes', site, backend, failure, connected, ...options } = opened;
  window.history.replaceState(null, '', `/espace${query}`);
  const api = createStandIn({ state: 'signed-in', ...options });
  api.failWith(failure ?? null);
  const { call } = api;
  if (connected) jest.spyOn(api, 'call').mockImplementation((...asked) => connected.then(() => call(...asked)));
  jest.mocked(openOwnerApi).mockReturnValue(api);
  const notices: string[] = [];
  const shown: Notice[] = [];
  const notify: Host['notify'] = (notice) => {
    const { title, description } = notice;
    shown.push(notice);
    notices.push([title, description].filter(Boolean).join(' '));
    return () => undefined;
  };
  const host = fakeHost({ notify, site: { ...exampleSite, ...site }, ...(backend && { backend }) });
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  await act(async () => {
    renderInHost(
      <main>
        <Page host={host} />
      </main>,
    );
  });
  return { api, host, user, notices, shown };
}

/** Enters a whole value at once, because the page renders again after each typed character. */
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Clicks without the moves of a pointer, which take most of the time of a click, and waits for the api's answer. */
export const press = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
    await jest.advanceTimersByTimeAsync(0);
  });

/** Enters the code of a mail, by which the stand-in opens the space. */
export async function enterCode(code = '12345678') {
  fill(await screen.findByLabelText('Code à huit chiffres'), code);
  await press(await button('Ouvrir mon espace'));
}

export const heading = (name: string) => screen.findByRole('heading', { name });
export const button = (name: string | RegExp) => screen.findByRole('button', { name });
