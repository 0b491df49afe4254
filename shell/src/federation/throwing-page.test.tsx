import type { HostedPage } from '@site/contract/host';
import { screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import { exampleIndex } from '../../tests/support/example-index';
import { examplePage } from '../../tests/support/example-page';
import { expectConsoleError } from '../../tests/support/expect-console-error';
import { openComposedSite } from '../../tests/support/open-composed-site';
import { openSite } from '../../tests/support/open-site';
import { failure } from '../content/failure';
import type { LoadPage } from './fallback-chain';
import { activeRoutes } from './remote-pages';

/** Whether the contact page throws. */
let isBroken = true;

const breakable: LoadPage = async (_, route) => {
  const { Page: Working } = examplePage(route);
  const Page: HostedPage = ({ host }) => {
    if (isBroken && route.name === 'contact') throw new Error('This release is broken.');
    return <Working host={host} />;
  };
  return { Page };
};

const throwingOnUnmount: LoadPage = async (_, route) => {
  const { Page: Working } = examplePage(route);
  const Page: HostedPage = ({ host }) => {
    useEffect(() => () => {
      if (route.name === 'contact') throw new Error('This release is broken.');
    });
    return <Working host={host} />;
  };
  return { Page };
};

const main = () => within(screen.getByRole('main'));

beforeEach(() => {
  isBroken = true;
});

test('a prerendered page that throws can still be read, with a message that nothing can be sent', async () => {
  const { remote, contact, user } = await openBrokenContact();
  const said = expectConsoleError();
  await remote.resolve(contact);
  expect(said).toHaveBeenCalledWith('The page /contact threw on render.', expect.any(Error));
  expect(main().getByRole('heading', { name: 'Contactez-nous' })).toBeVisible();
  expect(main().getByRole('button', { name: 'Envoyer' })).toBeDisabled();
  expect(screen.getByRole('alert')).toHaveTextContent(failure.readable.title);

  isBroken = false;
  await user.click(main().getByRole('button', { name: 'Réessayer' }));
  await remote.resolve(contact);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(main().getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(main().getByRole('button', { name: 'Envoyer' })).toBeEnabled();
});

test('on return to a page that throws, a card replaces its prerendered content', async () => {
  const { remote, contact, user } = await openBrokenContact();
  expectConsoleError();
  await remote.resolve(contact);
  await user.click(screen.getByRole('link', { name: 'Mentions légales' }));
  await remote.resolve();
  expect(main().getByRole('heading', { level: 1 })).toHaveTextContent('Mentions légales');
  await user.click(screen.getByRole('link', { name: 'Nous écrire' }));
  await remote.resolve(contact);
  expect(main().getByText(failure.absent.title)).toBeVisible();
  expect(main().queryByRole('form')).not.toBeInTheDocument();
});

test('a page that throws after a navigation is replaced by a card whose retry can show it', async () => {
  const { user } = await openSite('/', { load: breakable });
  const said = expectConsoleError();
  await user.click(screen.getByRole('link', { name: 'Nous écrire' }));
  expect(await main().findByText(failure.absent.title)).toBeVisible();
  expect(said).toHaveBeenCalledWith('The page /contact threw on render.', expect.any(Error));
  expect(main().getByRole('heading', { level: 1 })).toHaveFocus();

  isBroken = false;
  await user.click(main().getByRole('button', { name: 'Réessayer' }));
  expect(main().getByRole('button', { name: 'Envoyer' })).toBeEnabled();
});

test('the next page is shown when the previous one throws while it unmounts', async () => {
  const { user } = await openSite('/contact', { load: throwingOnUnmount });
  const said = expectConsoleError();
  await user.click(screen.getByRole('link', { name: 'Réserver des dates' }));
  expect(await main().findByRole('heading', { name: 'Réserver vos sessions' })).toBeVisible();
  expect(said).toHaveBeenCalledWith('A page threw while it was left.', expect.any(Error));
  expect(screen.getByRole('banner')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Mentions légales' }));
  expect(await main().findByRole('heading', { name: 'Mentions légales' })).toBeVisible();
});

async function openBrokenContact() {
  const contact = activeRoutes(exampleIndex).find(({ route }) => route.name === 'contact');
  if (!contact) throw new Error('The example index has no contact page.');
  return { ...(await openComposedSite('/contact')), contact: await breakable(contact.release, contact.route) };
}
