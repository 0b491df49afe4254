/** @jest-environment node */

import type { ReleaseIndex } from '@site/contract/release-index';
import { createNoticeStore } from '@site/shared-ui';
import { exampleSite, fakeHost } from '@site/shared-ui/testing';
import { exampleIndex } from '../tests/support/examples';
import { MissingRouteError } from './document/page-data';
import { createHost } from './host';
import { createNavigation } from './navigation/navigation';

const hostOf = (index: ReleaseIndex) =>
  createHost({
    index,
    site: exampleSite,
    backend: { url: '', anonKey: 'example-key' },
    composedOn: '2026-11-20',
    consent: fakeHost().consent,
    notices: createNoticeStore(),
    navigation: createNavigation(() => undefined, { pathname: '/' }),
  });

test('a page cannot change the host', () => {
  expect(Object.isFrozen(hostOf(exampleIndex))).toBe(true);
});

test('no host is created while a page of the site has no release', () => {
  const { contact: _, ...remotes } = exampleIndex.remotes;
  expect(() => hostOf({ ...exampleIndex, remotes })).toThrow(
    new MissingRouteError('No active release has the page "contact": publish the remote that brings it.'),
  );
});
