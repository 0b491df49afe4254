import { createNavigation } from './navigation';

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
