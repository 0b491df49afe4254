import type { ReleaseIndex } from '@site/contract/release-index';
import { PATHS } from '@site/contract/routes';
import { act, screen, within } from '@testing-library/react';
import { exampleIndex, release } from '../tests/support/examples';
import { openSite } from '../tests/support/site';
import { createNavigation } from './navigation/navigation';

const { remotes: _, ...rest } = exampleIndex;
const privateIndex: ReleaseIndex = {
  ...rest,
  remotes: {
    owner: release('owner', {
      name: 'ownerSpace',
      path: '/espace',
      module: 'owner-page',
      title: 'Votre espace',
      description: '',
    }),
  },
  private: { paths: { ...PATHS, booking: '/reserver' } },
};

const openPrivate = (loaded: string[] = []) =>
  openSite('/espace', {
    index: privateIndex,
    isPrivate: true,
    navigation: createNavigation((to) => loaded.push(to), { paths: ['/espace'], pathname: '/espace' }),
  });

test('the page of a private part has neither the site’s header and footer nor the cookie banner', async () => {
  await openPrivate();
  expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toHaveTextContent('Votre espace');
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Accepter' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Aller au contenu' })).toBeInTheDocument();
});

test('the host of a private part’s page has the paths of the public pages', async () => {
  const { host } = await openPrivate();
  expect(host.paths.booking).toBe('/reserver');
});

test('a private part’s page leads to a public page by a full page load', async () => {
  const loaded: string[] = [];
  const { host } = await openPrivate(loaded);
  await act(async () => host.navigate('/contact?financement=agefice'));
  await act(async () => host.navigate('/espace?demande=1'));
  expect(loaded).toEqual(['/contact?financement=agefice']);
  expect(window.location.pathname).toBe('/espace');
});
