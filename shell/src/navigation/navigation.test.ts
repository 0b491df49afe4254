import { createNavigation } from './navigation';

/** A navigation that tells where it went and how; other releases are active once the test says so. */
function open() {
  const gone: string[] = [];
  const asked: ((isOutdated: boolean) => void)[] = [];
  const isOutdated = () => new Promise<boolean>((resolve) => asked.push(resolve));
  const navigation = createNavigation((to) => gone.push(`load ${to}`), isOutdated);
  const answer = async (at: number, isSo: boolean) => {
    asked[at]?.(isSo);
    await Promise.resolve();
  };
  return { ...navigation, gone, asked, answer, router: (to: string) => gone.push(`route ${to}`) };
}

beforeEach(() => {
  window.history.replaceState(null, '', '/contact');
});

test('loads the page until a router is there, then leaves it to the router, and loads again without one', () => {
  const gone: string[] = [];
  const { navigate, attach } = createNavigation((to) => gone.push(`load ${to}`));
  navigate('/contact');
  const detach = attach((to) => gone.push(`route ${to}`));
  navigate('/booking');
  detach();
  navigate('/');
  expect(gone).toEqual(['load /contact', 'route /booking', 'load /']);
});

test('goes on in place while the same releases are active, and by loading when others are', async () => {
  const { navigate, attach, answer, router, gone } = open();
  attach(router);
  navigate('/booking');
  expect(gone).toEqual([]);
  await answer(0, false);
  navigate('/#cta');
  await answer(1, true);
  expect(gone).toEqual(['route /booking', 'load /#cta']);
});

test('does not ask for a move within the page, nor without a router', () => {
  const { navigate, attach, asked, router, gone } = open();
  navigate('/booking');
  attach(router);
  navigate('/contact#cta');
  navigate('/contact');
  expect(gone).toEqual(['load /booking', 'route /contact#cta', 'route /contact']);
  expect(asked).toEqual([]);
});

test('of two that were pressed while it asked, the last counts', async () => {
  const { navigate, attach, answer, router, gone } = open();
  attach(router);
  navigate('/booking');
  navigate('/agefice');
  await answer(0, false);
  await answer(1, false);
  expect(gone).toEqual(['route /agefice']);
});
