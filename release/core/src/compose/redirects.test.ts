import { exampleRelease, routeTo } from '../../tests/support/tiny-site';
import { UserError } from '../user-error';
import { requireKeptRoutes, resolveRedirects, retire } from './redirects';

const booking = exampleRelease({ routes: [routeTo('/booking')] });

test('a chain of redirects resolves to the page at its end, and a loop that never reaches one is ignored', () => {
  const chain = { '/c': '/d', '/d': '/booking' };
  expect(resolveRedirects({ '/a': '/b', '/b': '/a', ...chain }, ['/booking'])).toEqual({ ...chain, '/c': '/booking' });
});

test('the check of redirects requires a named target to change the redirect of a path', () => {
  const sites = { previous: [booking], next: [booking] };
  const retireAgain = (redirect?: string) => retire({ '/a': '/b' }, [{ path: '/a', redirect }], sites);
  expect(retireAgain('/booking')).toEqual({ '/a': '/booking' });
  expect(() => retireAgain()).toThrow(
    new UserError('/a has not moved: name the page that it leads to with --redirect.'),
  );
});

test('the check of redirects counts a page as lost when a page with another name takes its path', () => {
  const next = [exampleRelease({ id: '1.0.0-b', routes: [routeTo('/booking', 'prices')] })];
  expect(() => requireKeptRoutes({}, { previous: [booking], next })).toThrow(
    /^\/booking of booking@1\.0\.0-a would be lost\./,
  );
});

test('the check of redirects names the redirect that keeps a lost page, where its route has moved', () => {
  const next = [exampleRelease({ id: '1.0.0-b', routes: [routeTo('/reserver', 'booking')] })];
  expect(() => requireKeptRoutes({}, { previous: [booking], next })).toThrow(
    'Publish a release that has it, or redirect its visitors: --retire /booking --redirect /reserver.',
  );
});
