import { act, screen, waitFor } from '@testing-library/react';
import { addPageData, examplePage } from '../tests/support/examples';
import { composeRoot } from '../tests/support/site';

jest.mock('./federation/load-remote', () => ({ loadRemotePage: jest.fn() }));

test('the start hydrates a composed page in place, repeats the last click before hydration, and reports the page as live', async () => {
  const send = jest.fn(async (_address: string, _request?: RequestInit) => ({ ok: true }));
  window.fetch = send as never;
  window.history.replaceState(null, '', '/contact');
  addPageData();
  await composeRoot('/contact');
  const { loadRemotePage } = await import('./federation/load-remote');
  const load = jest.mocked(loadRemotePage).mockImplementation(async (_, route) => examplePage(route));
  const title = screen.getByRole('heading', { level: 1 });
  const submit = screen.getByRole('button', { name: 'Envoyer' });

  expect(submit).toBeDisabled();
  const pressed = document.createElement('button');
  const onPress = jest.fn();
  pressed.addEventListener('click', onPress);
  document.body.append(pressed);
  pressed.dataset.pressed = '';
  window.bootstrap = { pressed };

  await act(() => import('./main'));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('heading', { level: 1 })).toBe(title);
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBe(submit);
  expect(submit).toBeEnabled();
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(window.bootstrap).toBeUndefined();
  expect(pressed).not.toHaveAttribute('data-pressed');
  // The only request: the page is live.
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send.mock.calls.map(([address, request]) => [address, request?.body])).toEqual([
    [
      '/rest/v1/live_pages',
      '{"shell":"1.0.0-aaaaaaaaaa","remote":"contact","release":"1.0.0-0123456789","route":"/contact"}',
    ],
  ]);
});
