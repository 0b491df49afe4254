import { exampleRelease } from '../testing/example-release';
import { routeTo } from '../testing/tiny-site';
import { UserError } from '../user-error';
import { checkLostRoutes, resolveRedirects, retire } from './redirects';

const booking = exampleRelease({ routes: [routeTo('/booking')] });

test('redirects that lead to one another and to no page apply nowhere', () => {
  expect(resolveRedirects({ '/a': '/b', '/b': '/a', '/c': '/booking' }, ['/booking'])).toEqual({ '/c': '/booking' });
});

test('a path that is redirected already leads elsewhere only by a page that is named', () => {
  const sites = { previous: [booking], next: [booking] };
  const retireAgain = (redirect?: string) => retire({ '/a': '/b' }, [{ path: '/a', redirect }], sites);
  expect(retireAgain('/booking')).toEqual({ '/a': '/booking' });
  expect(() => retireAgain()).toThrow(
    new UserError('/a has not moved: name the page that it leads to with --redirect.'),
  );
});

test('a page is lost where its path goes to a page of another name', () => {
  const next = [exampleRelease({ id: '1.0.0-b', routes: [routeTo('/booking', 'prices')] })];
  expect(() => checkLostRoutes({}, { previous: [booking], next })).toThrow(
    /^\/booking of booking@1\.0\.0-a would be lost\./,
  );
});
