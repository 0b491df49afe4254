import { renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { expectConsoleError, openComposedSite, openSite } from '../../tests/support/site';
import { failure, notFound, unexpected } from '../content/layout';
import { UnexpectedErrorBoundary } from './error-messages';

describe('not found', () => {
  const main = () => within(screen.getByRole('main'));

  test('an unknown path shows a page that names the path and links home', async () => {
    const said = expectConsoleError();
    const { user } = await openSite('/formations/avancee');
    expect(said.mock.calls).toEqual([['404: this path does not exist:', '/formations/avancee']]);
    expect(main().getByText('404')).toBeVisible();
    expect(main().getByRole('heading', { level: 1 })).toHaveTextContent("Oops! Cette page n'existe pas");
    expect(main().getByText(/\/formations\/avancee/)).toBeVisible();
    expect(document.title).toBe('Page introuvable | Atelier Relance');

    const home = main().getByRole('link', { name: notFound.home });
    expect(home).toHaveAttribute('href', '/');
    await user.click(home);
    expect(await screen.findByRole('heading', { name: 'Formation en un jour' })).toBeVisible();
  });
});

describe('shell load error', () => {
  const page = document.documentElement;
  const alert = () => screen.queryByRole('alert');
  const banner = () => screen.queryByRole('region', { name: 'Votre choix sur les cookies' });

  beforeEach(() => {
    localStorage.clear();
    page.dataset.consent = '';
    Reflect.deleteProperty(page.dataset, 'shell');
  });

  test('when the shell fails to load, a message with contact details replaces the consent banner', async () => {
    await openComposedSite('/contact');
    expect(alert()).not.toBeInTheDocument();
    expect(banner()).toBeVisible();

    page.dataset.shell = 'failed';
    expect(alert()).toHaveTextContent(failure.shell.text);
    expect(banner()).not.toBeInTheDocument();
    const link = (name: string) => within(screen.getByRole('alert')).getByRole('link', { name });
    expect(link('06 39 98 00 00')).toHaveAttribute('href', 'tel:+33639980000');
    expect(link('bonjour@atelier-relance.example')).toHaveAttribute('href', 'mailto:bonjour@atelier-relance.example');
    // For Testing Library an element with an empty href is not a link; for browsers it is.
    expect(screen.getByText(failure.shell.reload)).toHaveProperty('href', window.location.href);
  });

  test('a shell that loads late hides the message', async () => {
    page.dataset.shell = 'failed';
    await openComposedSite('/contact');
    expect(page).toHaveAttribute('data-shell', 'live');
    expect(alert()).not.toBeInTheDocument();
    expect(banner()).toBeVisible();
  });

  test('a browser that runs no scripts shows why no form can be sent, with contact details', async () => {
    await openComposedSite('/contact');
    // A browser without scripts parses the content of noscript.
    const parsed = document.body.appendChild(document.createElement('div'));
    parsed.innerHTML = document.querySelector('noscript')?.textContent ?? '';
    const bar = within(parsed);
    expect(bar.getByText(/^JavaScript est désactivé.*aucun formulaire ne peut partir/)).toBeVisible();
    expect(bar.getByRole('link', { name: '06 39 98 00 00' })).toHaveAttribute('href', 'tel:+33639980000');
    expect(bar.getByRole('link', { name: 'bonjour@atelier-relance.example' })).toHaveAttribute(
      'href',
      'mailto:bonjour@atelier-relance.example',
    );
  });
});

describe('unexpected error', () => {
  function ThrowingRoute(): never {
    throw new Error('No such route.');
  }

  test('a shell route that throws is reported once, and replaced by a message with a reload button and a link home', () => {
    const said = expectConsoleError();
    const onThrow = jest.fn();
    renderInHost(
      <UnexpectedErrorBoundary onThrow={onThrow}>
        <ThrowingRoute />
      </UnexpectedErrorBoundary>,
    );
    expect(onThrow).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
    expect(screen.getByRole('button', { name: unexpected.reload })).toBeVisible();
    expect(screen.getByRole('link', { name: unexpected.home })).toHaveAttribute('href', '/');
    expect(said).toHaveBeenCalledWith('The shell threw on render.', expect.any(Error));
  });
});
