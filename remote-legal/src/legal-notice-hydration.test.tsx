import { UiProvider } from '@site/shared-ui';
import { fakeHost } from '@site/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Page } from './legal-notice-page';

const page = (
  <UiProvider>
    <Page host={fakeHost({ composedOn: '2026-10-31' })} />
  </UiProvider>
);

const container = document.createElement('div');
const scrollTo = jest.fn();
let root: Root | undefined;

beforeEach(() => {
  // 30 November in UTC, 1 December in Paris.
  jest.useFakeTimers({ now: new Date('2026-11-30T23:30:00Z'), doNotFake: ['queueMicrotask'] });
  jest.spyOn(window, 'scrollTo').mockImplementation(scrollTo);
  document.body.append(container);
  container.innerHTML = renderToString(page);
});

afterEach(() => {
  act(() => root?.unmount());
  jest.useRealTimers();
});

it('shows the day of composition, then today in Paris after hydration, at the place where the visitor reads', () => {
  const today = () => screen.getByText(/^Ces mentions ont été mises à jour le/);
  expect(today()).toHaveTextContent('samedi 31 octobre 2026');
  const recovered = jest.fn();
  act(() => {
    root = hydrateRoot(container, page, { onRecoverableError: recovered });
  });
  expect(recovered).not.toHaveBeenCalled();
  expect(scrollTo).not.toHaveBeenCalled();
  expect(today()).toHaveTextContent('mardi 1er décembre 2026');
  expect(within(today()).getByRole('time')).toHaveAttribute('datetime', '2026-12-01');
});
