import { MANAGE_PATH } from '@site/contract/addresses';
import { exampleSite } from '@site/shared-ui/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { exampleIndex, release } from '../../tests/support/examples';
import { openComposedSite, openSite } from '../../tests/support/site';
import { loadPicturesForPrint } from './frame';

describe('header', () => {
  const header = () => screen.getByRole('banner');

  test('from other pages the icon and the product’s name link home, and the button to its call to action', async () => {
    const { user } = await openSite('/contact');
    const home = screen.getByRole('link', { name: 'Accueil – Atelier Relance' });
    expect(header()).toContainElement(home);
    expect(home).toHaveTextContent('Atelier Relance');
    expect(home).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Réserver ma session' })).toHaveAttribute('href', '/#cta');
    await user.click(home);
    expect(await screen.findByRole('heading', { name: 'Formation en un jour' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Accueil/ })).not.toBeInTheDocument();
    expect(header()).toHaveTextContent('Atelier Relance');
  });

  test('the header of the other pages is rendered ahead, so that a navigation computes no styles', async () => {
    await openSite('/');
    const titles = () =>
      within(header())
        .getAllByText('Réserver ma session')
        .map(({ title }) => title);
    await waitFor(() => expect(titles()).toEqual(['', '', 'Vers la page d’accueil']));
    expect(within(header()).getAllByRole('link')).toHaveLength(1);
  });

  test('on the pages of a booking, the booking button looks like a secondary action, and on its form names the page it leads to', async () => {
    const looks = [];
    const manage = { name: 'manageBooking', path: MANAGE_PATH, module: 'manage-page', title: 'Gérer ma demande' };
    const remotes = { ...exampleIndex.remotes, manage: release('manage', { ...manage, description: '' }) };
    for (const path of ['/', '/contact', '/booking', MANAGE_PATH]) {
      await openSite(path, { index: { ...exampleIndex, remotes } });
      const { className, title } = screen.getByRole('link', { name: 'Réserver ma session' });
      expect(title).toBe(path === '/booking' ? 'Vers la page d’accueil' : '');
      looks.push(className);
      cleanup();
    }
    const [atHome, onContact, onBooking, onManaging] = looks;
    expect(onContact).toBe(atHome);
    expect(onBooking).not.toBe(atHome);
    expect(onManaging).toBe(onBooking);
  });
});

describe('skip link', () => {
  test('the first Tab stop leads to the content, which can take the focus', async () => {
    const { user } = await openSite('/contact');
    await user.tab();
    const skip = screen.getByRole('link', { name: 'Aller au contenu' });
    expect(skip).toHaveFocus();
    const main = screen.getByRole('main');
    expect(skip).toHaveAttribute('href', `#${main.id}`);
    main.focus();
    expect(main).toHaveFocus();
  });
});

describe('draft bar', () => {
  test('a composed page of a draft shows « Brouillon » and hydrates without a mismatch', async () => {
    await openComposedSite('/contact', { site: { ...exampleSite, draft: true } });
    expect(screen.getByRole('complementary', { name: 'Brouillon' })).toHaveTextContent(
      'Brouillon : ce site n’est pas encore public.',
    );
  });
});

describe('footer', () => {
  test('the footer names the product, and leads to the owner', async () => {
    await openSite('/');
    const footer = screen.getByRole('contentinfo');
    expect(footer).toHaveTextContent('Atelier Relance');
    const link = (name: string | RegExp) => within(footer).getByRole('link', { name });
    expect(link('06 39 98 00 00')).toHaveAttribute('href', 'tel:+33639980000');
    expect(link(/@/)).toHaveAttribute('href', 'mailto:bonjour@atelier-relance.example');
  });
});

describe('notices', () => {
  const failed = { title: 'Erreur', description: 'Veuillez réessayer.', tone: 'error' } as const;

  test('a notice stays after a navigation', async () => {
    const { host } = await openSite('/contact');
    act(() => void host.notify({ title: 'Formulaire envoyé !', tone: 'success', duration: 5000 }));
    await act(async () => host.navigate('/'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Formation en un jour');
    expect(screen.getByRole('status')).toHaveTextContent('Formulaire envoyé !');
  });

  test('a notice is shown in the place that a page has for it, and below the page when that leaves', async () => {
    const { host } = await openSite('/contact');
    const place = document.body.appendChild(document.createElement('div'));
    act(() => host.placeNotices?.(place));
    act(() => void host.notify(failed));
    expect(within(place).getByRole('alert')).toHaveTextContent('Erreur');
    act(() => host.placeNotices?.(null));
    place.remove();
    expect(screen.getByRole('alert')).toHaveTextContent('Erreur');
  });

  test('a page withdraws only its own notice, and can do so twice', async () => {
    const { host, user } = await openSite('/contact');
    const withdraw = await act(async () => host.notify(failed));
    act(() => void host.notify({ ...failed, description: 'Encore.' }));
    act(() => withdraw?.());
    expect(screen.getByRole('alert')).toHaveTextContent('Encore.');
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    act(() => withdraw?.());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('load pictures for print', () => {
  test('lazy pictures are loaded before the page is printed', () => {
    const picture = document.body.appendChild(document.createElement('img'));
    picture.setAttribute('loading', 'lazy');
    loadPicturesForPrint(window);
    expect(picture).toHaveAttribute('loading', 'lazy');
    window.dispatchEvent(new Event('beforeprint'));
    expect(picture).toHaveAttribute('loading', 'eager');
  });
});
