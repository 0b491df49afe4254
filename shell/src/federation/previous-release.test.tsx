import type { PageModule } from '@site/contract/host';
import { screen, within } from '@testing-library/react';
import { createControlledRemote } from '../../tests/support/controlled-remote';
import { indexWithContact, otherContactRelease } from '../../tests/support/example-index';
import { expectConsoleError } from '../../tests/support/expect-console-error';
import { openComposedSite } from '../../tests/support/open-composed-site';
import { openSite } from '../../tests/support/open-site';
import { failure } from '../content/failure';
import { releasesOf } from './remote-pages';

const ACTIVE = '1.0.0-0123456789';
const PREVIOUS = '0.9.0-before';
const index = indexWithContact({ previous: otherContactRelease(PREVIOUS) });

const main = () => within(screen.getByRole('main'));
const title = () => main().getByRole('heading', { level: 1 });
const broken: PageModule = {
  Page: () => {
    throw new Error('This release is broken.');
  },
};

/** Records how many titles the page shows after each change that React commits. */
function watchTitles() {
  const seen = new Set<number>();
  const main = screen.getByRole('main');
  const observer = new MutationObserver(() => seen.add(main.querySelectorAll('h1').length));
  observer.observe(main, { childList: true, subtree: true });
  return seen;
}

test('the previous release replaces a composed page whose own release fails, without a blank frame', async () => {
  const { remote, nodes } = await openComposedSite('/contact', { index });
  const titles = watchTitles();
  await remote.reject();
  expect(remote.requestedReleases()).toEqual([ACTIVE, PREVIOUS]);
  expect(title()).toBe(nodes.title);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await remote.resolve();
  expect(title()).toHaveTextContent(`Contactez-nous, ${PREVIOUS}`);
  expect(nodes.form).not.toBeInTheDocument();
  expect(main().getByRole('button', { name: 'Envoyer' })).toBeEnabled();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect([...titles]).toEqual([1]);
});

test('the releases of the page are those that run, so none before hydration and the previous one after a failure', async () => {
  const { remote, pages } = await openComposedSite('/contact', { index });
  const releases = () => releasesOf(index, pages, '/contact');
  expect(releases()).toBeUndefined();
  await remote.reject();
  await remote.resolve();
  expect(releases()).toEqual({ shell: index.shell.id, part: PREVIOUS });
  expect(releasesOf(index, pages, '/booking')).toBeUndefined();
});

test('a form in use is not replaced, and a retry starts with the active release', async () => {
  const { remote, nodes, user } = await openComposedSite('/contact', { index });
  await user.click(main().getByRole('textbox', { name: 'Nom' }));
  await remote.reject();
  await remote.resolve();
  expect(title()).toBe(nodes.title);
  expect(form()).toBe(nodes.form);
  expect(screen.getByRole('alert')).toHaveTextContent(failure.readable.title);

  await user.click(main().getByRole('button', { name: 'Réessayer' }));
  expect(remote.requestedReleases()).toEqual([ACTIVE, PREVIOUS, ACTIVE]);
  await remote.resolve();
  expect(form()).toBe(nodes.form);
  expect(main().getByRole('button', { name: 'Envoyer' })).toBeEnabled();
});

const form = () => main().getByRole('form');

test('a previous release that throws leaves the composed page untouched', async () => {
  const { remote, nodes } = await openComposedSite('/contact', { index });
  expectConsoleError();
  const titles = watchTitles();
  await remote.reject();
  await remote.resolve(broken);
  expect(title()).toBe(nodes.title);
  expect(form()).toBe(nodes.form);
  expect(screen.getByRole('alert')).toHaveTextContent(failure.readable.title);
  expect([...titles]).toEqual([1]);
});

test('the previous release replaces a composed page that throws', async () => {
  const { remote } = await openComposedSite('/contact', { index });
  expectConsoleError();
  await remote.resolve(broken);
  expect(remote.requestedReleases()).toEqual([ACTIVE, PREVIOUS]);
  expect(title()).toHaveTextContent('Contactez-nous');
  await remote.resolve();
  expect(title()).toHaveTextContent(`Contactez-nous, ${PREVIOUS}`);
  expect(main().getByRole('button', { name: 'Envoyer' })).toBeEnabled();
});

test('after a navigation the previous release gets the focus on its title; on return it is shown at once', async () => {
  const remote = createControlledRemote();
  const { user } = await openSite('/booking', { index, load: remote.load });
  await remote.resolve();
  await user.click(screen.getByRole('link', { name: 'Nous écrire' }));
  await remote.reject();
  expect(screen.getByRole('status')).toHaveTextContent(failure.loading);
  await remote.resolve();
  expect(title()).toHaveTextContent(`Contactez-nous, ${PREVIOUS}`);
  expect(title()).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Réserver des dates' }));
  await user.click(screen.getByRole('link', { name: 'Nous écrire' }));
  expect(title()).toHaveTextContent(`Contactez-nous, ${PREVIOUS}`);
  expect(remote.requestedReleases()).toEqual([ACTIVE, ACTIVE, PREVIOUS]);
});
