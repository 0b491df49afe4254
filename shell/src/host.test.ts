import type { ReleaseIndex } from '@site/shared-ui/host';
import { exampleSite, fakeHost } from '@site/shared-ui/testing';
import { createHost, MissingRouteError } from './host';
import { createNavigation } from './navigation/navigation';
import { createNoticeStore } from './notices/notice-store';
import { exampleIndex } from './testing/example-index';

const hostOf = (index: ReleaseIndex) =>
  createHost({
    index,
    site: exampleSite,
    backend: { url: '', anonKey: 'example-key' },
    composedOn: '2026-11-20',
    consent: fakeHost().consent,
    notices: createNoticeStore(),
    navigation: createNavigation(() => undefined),
  });

test('cannot be changed by a page', () => {
  expect(Object.isFrozen(hostOf(exampleIndex))).toBe(true);
});

test('knows where each page lives from the active releases', () => {
  expect(hostOf(exampleIndex).paths).toEqual({
    home: '/',
    booking: '/booking',
    contact: '/contact',
    funding: '/agefice',
    legalNotice: '/mentions-legales',
    cookiePolicy: '/politique-de-cookies',
    accessibility: '/accessibilite',
  });
});

test('there is none while a page of the site has no release', () => {
  const { contact: _, ...remotes } = exampleIndex.remotes;
  expect(() => hostOf({ ...exampleIndex, remotes })).toThrow(
    new MissingRouteError('No active release has the page "contact": publish the remote that brings it.'),
  );
});
