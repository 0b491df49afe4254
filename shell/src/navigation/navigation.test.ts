import { createNavigation } from './navigation';

/** Records where and how each navigation goes. The test answers each check. */
function open({ isChecked = true } = {}) {
  const gone: string[] = [];
  const asked: ((isOutdated: boolean) => void)[] = [];
  const isOutdated = () => new Promise<boolean>((resolve) => asked.push(resolve));
  const check = { isOutdated, reload: () => gone.push('reload') };
  const navigation = createNavigation((to) => gone.push(`load ${to}`), isChecked ? { check } : {});
  const answer = async (at: number, isSo: boolean) => {
    asked[at]?.(isSo);
    await Promise.resolve();
  };
  return { ...navigation, gone, asked, answer, router: (to: string) => gone.push(`route ${to}`) };
}

beforeEach(() => {
  window.history.replaceState(null, '', '/contact');
});

test('uses the router while one is attached, and loads pages otherwise', () => {
  const { navigate, attach, router, gone } = open({ isChecked: false });
  navigate('/contact');
  const detach = attach(router);
  navigate('/booking');
  detach();
  navigate('/');
  expect(gone).toEqual(['load /contact', 'route /booking', 'load /']);
});

test('navigates at once, and reloads the page when the check finds other releases', async () => {
  const { navigate, attach, answer, router, gone } = open();
  attach(router);
  navigate('/booking');
  await answer(0, false);
  expect(gone).toEqual(['route /booking']);
  navigate('/#cta');
  await answer(1, true);
  expect(gone).toEqual(['route /booking', 'route /#cta', 'reload']);
});

test('does not check within a page, nor without a router', () => {
  const { navigate, attach, asked, router, gone } = open();
  navigate('/booking');
  attach(router);
  navigate('/contact#cta');
  navigate('/contact');
  expect(gone).toEqual(['load /booking', 'route /contact#cta', 'route /contact']);
  expect(asked).toEqual([]);
});

test('of two quick navigations, only the check of the last one counts', async () => {
  const { navigate, attach, answer, router, gone } = open();
  attach(router);
  navigate('/booking');
  navigate('/agefice');
  await answer(0, true);
  expect(gone).toEqual(['route /booking', 'route /agefice']);
  await answer(1, true);
  expect(gone).toEqual(['route /booking', 'route /agefice', 'reload']);
});
