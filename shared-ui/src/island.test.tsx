import type { Host } from '@site/contract/host';
import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { createIsland, type Island } from './island';

const host = { site: { product: 'Journée' } } as Host;
const end = jest.fn();
const mount = jest.fn<() => void, Parameters<Island['mount']>>(() => end);

beforeEach(() => jest.clearAllMocks());

test('the composer’s HTML stays as it is when the island takes it over', async () => {
  const Composed = createIsland({ mount, html: ({ site }) => `<h1>${site.product}</h1>` });
  const place = document.body.appendChild(document.createElement('main'));
  place.innerHTML = renderToString(<Composed host={host} />);
  const title = screen.getByRole('heading', { name: 'Journée' });
  const Page = createIsland({ mount });
  const root = await act(async () => hydrateRoot(place, <Page host={host} />));
  expect(mount.mock.calls).toEqual([[title.parentElement, host, expect.any(Function)]]);
  expect(screen.getByRole('heading', { name: 'Journée' })).toBe(title);
  await act(async () => root.unmount());
  expect(end).toHaveBeenCalledTimes(1);
});

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state: { readonly error?: Error } = {};
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render = () => this.state.error?.message ?? this.props.children;
}

test('what an island throws is thrown by its page', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  const Page = createIsland({ mount });
  render(
    <Boundary>
      <Page host={host} />
    </Boundary>,
  );
  const [, , onError] = mount.mock.calls[0] ?? [];
  act(() => onError?.(new Error('A fault of the island.')));
  expect(screen.getByText('A fault of the island.')).toBeVisible();
  expect(end).toHaveBeenCalledTimes(1);
});
