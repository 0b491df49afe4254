import { act, screen } from '@testing-library/react';
import { composeRoot } from './testing/compose-root';
import { examplePage } from './testing/example-page';
import { addPageData } from './testing/page-data';

jest.mock('./federation/load-remote', () => ({ loadRemotePage: jest.fn() }));

test('hydrates a composed page in place and repeats the last click before hydration', async () => {
  const IntersectionObserver = class {
    observe = () => undefined;
  };
  Object.assign(window, { fetch: jest.fn(), IntersectionObserver });
  window.history.replaceState(null, '', '/contact');
  addPageData();
  await composeRoot('/contact');
  const { loadRemotePage } = await import('./federation/load-remote');
  const load = jest.mocked(loadRemotePage).mockImplementation(async (_, route) => examplePage(route));
  const title = screen.getByRole('heading', { level: 1 });
  const send = screen.getByRole('button', { name: 'Envoyer' });

  expect(send).toBeDisabled();
  const pressed = document.createElement('button');
  const onPress = jest.fn();
  pressed.addEventListener('click', onPress);
  document.body.append(pressed);
  pressed.dataset.pressed = '';
  window.bootstrap = { pressed };

  await act(() => import('./main'));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('heading', { level: 1 })).toBe(title);
  expect(screen.getByRole('button', { name: 'Envoyer' })).toBe(send);
  expect(send).toBeEnabled();
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(window.bootstrap).toBeUndefined();
  expect(pressed).not.toHaveAttribute('data-pressed');
});
