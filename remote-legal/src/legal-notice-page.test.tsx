import { createHash } from 'node:crypto';
import type { Site } from '@site/contract/host';
import { UiProvider } from '@site/shared-ui';
import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { personalData, TEXT_CHANGED_ON } from './content/legal-notice';
import { Page } from './legal-notice-page';

describe('legal notice page', () => {
  const scrollTo = jest.fn();

  beforeEach(() => {
    scrollTo.mockReset();
    jest.spyOn(window, 'scrollTo').mockImplementation(scrollTo);
  });

  test('starts at its top, and links home and to the cookie policy', () => {
    renderInHost(<Page host={fakeHost()} />);
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/');
    const policy = screen.getByRole('link', { name: 'Lire la politique de cookies' });
    expect(policy).toHaveAttribute('href', '/politique-de-cookies');
  });

  test('shows the owner’s facts and marks missing ones as to be completed', () => {
    const publisher = { ...exampleSite.publisher, siren: '' };
    const hosting = { name: 'Hébergeur Exemple', address: '', phone: '' };
    renderInHost(<Page host={fakeHost({ site: { ...exampleSite, publisher, hosting } })} />);
    const published = screen.getByRole('region', { name: 'Éditeur du site' });
    expect(factsIn(published)).toMatchObject({ Nom: exampleSite.publisher.name, SIREN: '[À compléter]' });
    expect(factsIn(screen.getByRole('region', { name: 'Hébergement' }))).toEqual({
      Hébergeur: 'Hébergeur Exemple',
      Adresse: '[À compléter]',
      Téléphone: '[À compléter]',
    });
  });

  test('has the mention of a regime without VAT, where the owner has written none', () => {
    const publisher = { ...exampleSite.publisher, vat: '' };
    const vatText = (papers: Site['papers']) => {
      const { unmount } = renderInHost(<Page host={fakeHost({ site: { ...exampleSite, publisher, papers } })} />);
      const { TVA } = factsIn(screen.getByRole('region', { name: 'Éditeur du site' }));
      unmount();
      return TVA;
    };
    expect(vatText({ vat: 'franchise' })).toBe('TVA non applicable, article 293 B du CGI.');
    expect(vatText({ vat: 'standard' })).toBe('[À compléter]');
    expect(vatText(undefined)).toBe('[À compléter]');
  });

  test('names who is responsible for personal data, and where to complain', () => {
    renderInHost(<Page host={fakeHost()} />);
    const data = screen.getByRole('region', { name: 'Données personnelles' });
    expect(data).toHaveTextContent(`Responsable du traitement : ${exampleSite.publisher.name}.`);
    expect(data).toHaveTextContent(`écrivez à ${exampleSite.email}.`);
    expect(within(data).getByRole('link', { name: 'CNIL' })).toHaveAttribute('href', 'https://www.cnil.fr/fr/plaintes');
  });

  test('marks a missing data controller as to be completed', () => {
    const publisher = { ...exampleSite.publisher, name: '' };
    renderInHost(<Page host={fakeHost({ site: { ...exampleSite, publisher } })} />);
    expect(screen.getByText(/^Responsable du traitement/)).toHaveTextContent('[À compléter].');
  });

  test('shows when its text was last changed, next to today’s date', () => {
    renderInHost(<Page host={fakeHost()} />);
    const changed = screen.getByText(/^Dernière modification du texte/);
    expect(within(changed).getByRole('time')).toHaveAttribute('datetime', TEXT_CHANGED_ON);
  });

  test('omits the data host, declaration, certificate and mediator that the owner has not named', () => {
    renderInHost(<Page host={fakeHost()} />);
    expect(document.body).not.toHaveTextContent(/Médiat|Qualiopi|Déclaration d’activité|Hébergeur des données/);
  });

  const ownerFacts = {
    nda: '11 75 12345 67',
    qualiopi: { category: 'Actions de formation', certificate: '/fichiers/certificat.pdf' },
    mediator: { name: 'Un médiateur', address: '1 rue des Lilas, 75000 Paris', url: 'https://mediateur.example/' },
    dataHost: {
      name: 'Données Exemple',
      address: '2 rue des Lilas, 75000 Paris',
      transfers: 'Elles restent en France.',
    },
  };

  test('names the data host and what protects the data elsewhere', () => {
    renderInHost(<Page host={fakeHost({ site: { ...exampleSite, ...ownerFacts } })} />);
    expect(factsIn(screen.getByRole('region', { name: 'Hébergement des demandes' }))).toEqual({
      'Hébergeur des données': 'Données Exemple',
      Adresse: '2 rue des Lilas, 75000 Paris',
    });
    const data = screen.getByRole('region', { name: 'Données personnelles' });
    expect(data).toHaveTextContent('sa base de données (Données Exemple)');
    expect(within(data).getByText('Elles restent en France.')).toBeVisible();
  });

  test('shows the declaration of activity with the words required by law, and links to the certificate', () => {
    renderInHost(<Page host={fakeHost({ site: { ...exampleSite, ...ownerFacts } })} />);
    const provider = screen.getByRole('region', { name: 'Organisme de formation' });
    expect(provider).toHaveTextContent('le numéro 11 75 12345 67. Cet enregistrement ne vaut pas agrément de l’État.');
    expect(provider).toHaveTextContent(/Certification Qualiopi, .*\s: Actions de formation\./);
    expect(within(provider).getByRole('link', { name: 'Certificat Qualiopi (PDF)' })).toHaveAttribute(
      'href',
      '/fichiers/certificat.pdf',
    );
  });

  test('directs consumers to the mediator', () => {
    renderInHost(<Page host={fakeHost({ site: { ...exampleSite, ...ownerFacts } })} />);
    const mediation = screen.getByRole('region', { name: 'Médiation de la consommation' });
    expect(factsIn(mediation)).toEqual({ Médiateur: 'Un médiateur', Adresse: '1 rue des Lilas, 75000 Paris' });
    expect(within(mediation).getByRole('link')).toHaveAttribute('href', 'https://mediateur.example/');
  });

  /** Hash of the sentences on the page with every fact. After changing a sentence, set today's day and the new hash. */
  const TEXT = { changedOn: '2026-11-28', hash: '158987d022e9a4c6' };

  test('has the day on which its sentences were last changed', () => {
    renderInHost(<Page host={fakeHost({ site: { ...exampleSite, ...ownerFacts } })} />);
    const last = screen.getByRole('region', { name: 'Dernière mise à jour' });
    for (const time of within(last).getAllByRole('time')) time.textContent = '';
    const hash = createHash('sha256').update(document.body.textContent).digest('hex').slice(0, 16);
    expect({ changedOn: TEXT_CHANGED_ON, hash }).toEqual(TEXT);
  });

  test('lists no field by a question', () => {
    const lists = personalData.topics(exampleSite).flatMap(({ items = [] }) => items);
    expect(lists.filter((item) => item.includes('?'))).toEqual([]);
  });

  function factsIn(section: HTMLElement) {
    const labels = within(section).getAllByRole('term');
    const values = within(section).getAllByRole('definition');
    return Object.fromEntries(labels.map((label, index) => [label.textContent, values[index]?.textContent]));
  }
});

describe('legal notice hydration', () => {
  const page = (
    <UiProvider>
      <Page host={fakeHost({ composedOn: '2026-10-31' })} />
    </UiProvider>
  );

  const container = document.createElement('div');
  const scrollTo = jest.fn();
  let root: Root | undefined;

  beforeEach(() => {
    // 30 November in UTC, 1 December in Paris.
    jest.useFakeTimers({ now: new Date('2026-11-30T23:30:00Z'), doNotFake: ['queueMicrotask'] });
    jest.spyOn(window, 'scrollTo').mockImplementation(scrollTo);
    document.body.append(container);
    container.innerHTML = renderToString(page);
  });

  afterEach(() => {
    act(() => root?.unmount());
    jest.useRealTimers();
  });

  test('shows the day of composition, then today in Paris after hydration, at the place where the visitor reads', () => {
    const today = () => screen.getByText(/^Ces mentions ont été mises à jour le/);
    expect(today()).toHaveTextContent('samedi 31 octobre 2026');
    const recovered = jest.fn();
    act(() => {
      root = hydrateRoot(container, page, { onRecoverableError: recovered });
    });
    expect(recovered).not.toHaveBeenCalled();
    expect(scrollTo).not.toHaveBeenCalled();
    expect(today()).toHaveTextContent('mardi 1er décembre 2026');
    expect(within(today()).getByRole('time')).toHaveAttribute('datetime', '2026-12-01');
  });
});
