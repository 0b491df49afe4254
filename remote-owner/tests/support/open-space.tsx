import type { Backend, Host } from '@site/contract/host';
import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import type { OwnedRequest } from '@site/supabase/requests';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CallError } from '../../src/api/answer';
import type { PushState } from '../../src/api/device-push';
import type { Concern, Health } from '../../src/api/health';
import { openOwnerApi } from '../../src/api/open-owner-api';
import type { OwnCalendar } from '../../src/api/own-calendar';
import type { SessionState } from '../../src/api/owner-api';
import type { PartHolds } from '../../src/api/release-answers';
import { Page } from '../../src/owner-page';
import { createStandIn } from '../../src/testing/stand-in';

jest.mock('../../src/api/open-owner-api');

interface Opened {
  readonly health?: Health;
  readonly concerns?: readonly Concern[];
  readonly query?: string;
  readonly requests?: readonly OwnedRequest[];
  readonly state?: SessionState;
  /** The site's backend; its own server by default. */
  readonly backend?: Backend;
  readonly tellsVisitor?: boolean;
  readonly session?: string;
  /** Every call fails with it. */
  readonly failure?: CallError;
  readonly holds?: PartHolds;
  readonly push?: PushState;
  readonly ownCalendar?: OwnCalendar;
}

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-11-23T09:00:00Z') });
  // jsdom has no layout and cannot scroll.
  window.scrollTo = async () => undefined;
});
afterEach(() => jest.useRealTimers());

/** Opens the space on the stand-in, on 23 November 2026 at 10 in Paris. */
export async function openSpace(opened: Opened = {}) {
  const {
    query = '?vue=demandes',
    state = 'signed-in',
    tellsVisitor = false,
    requests,
    backend,
    health,
    concerns,
    session,
    push,
    holds = {},
    ownCalendar,
  } = opened;
  window.history.replaceState(null, '', `/espace${query}`);
  const api = createStandIn({
    state,
    tellsVisitor,
    holds,
    ...(requests && { requests }),
    ...(health && { health }),
    ...(concerns && { concerns }),
    ...(session && { session }),
    ...(push && { push }),
    ...(ownCalendar && { ownCalendar }),
  });
  api.failWith(opened.failure ?? null);
  jest.mocked(openOwnerApi).mockReturnValue(api);
  const notices: string[] = [];
  const notify: Host['notify'] = ({ title }) => {
    notices.push(title);
    return () => undefined;
  };
  const host = fakeHost({ notify, ...(backend && { backend }) });
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  await act(async () => {
    renderInHost(
      <main>
        <Page host={host} />
      </main>,
    );
  });
  return { api, host, user, notices };
}

/** Enters a whole value at once, because the page renders again after each typed character. */
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Clicks without the moves of a pointer, which take most of the time of a click, and waits for the api's answer. */
export const press = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
    await jest.advanceTimersByTimeAsync(0);
  });

export const heading = (name: string) => screen.findByRole('heading', { name });
export const button = (name: string | RegExp) => screen.findByRole('button', { name });
