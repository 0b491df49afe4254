import type { Site } from '@site/contract/host';
import type { PromiseName } from '@site/contract/promises';
import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { hero } from './content/opening';
import { description, Page, structuredData } from './landing-page';

describe('landing page', () => {
  beforeEach(() => {
    renderInHost(<Page host={fakeHost()} />);
  });

  test('shows the specified sections in order, with additions between the prices and the call to action', () => {
    const titles = screen
      .getAllByRole('region')
      .map((section) => within(section).getAllByRole('heading')[0]?.textContent);
    expect(titles).toEqual([
      hero.title,
      'Les avantages',
      expect.stringContaining('Le programme'),
      'Rentabilité',
      'Tarifs',
      'Fiche de la formation',
      'Questions fréquentes',
      'Choisissez votre jour, nous préparons le reste',
    ]);
  });

  test('leads to the parts of the page and to the other pages', () => {
    expect(screen.getByRole('region', { name: /Le programme/ })).toHaveAttribute('id', 'features');
    expect(screen.getByRole('region', { name: /Choisissez votre jour/ })).toHaveAttribute('id', 'cta');
    for (const [name, target] of [
      ['Réserver ma session', '/#cta'],
      ['Découvrir le programme', '/#features'],
      ['Choisir ma date', '/booking'],
      ['VOIR LES ÉTAPES', '/agefice'],
      ['Réserver ma date', '/booking'],
      ['Envoyer un message', '/contact'],
      ['Voir la procédure détaillée', '/agefice'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', target);
    }
  });

  test('has a title that can take the focus after a navigation', () => {
    screen.getByRole('heading', { level: 1 }).focus();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('shows each advantage with its picture, and states that the ten hours a week are an estimate', () => {
    const benefits = screen.getByRole('region', { name: 'Les avantages' });
    const cards = within(benefits).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    for (const card of cards) {
      expect(within(card).getByRole('heading', { level: 3 })).toBeVisible();
      expect(within(card).getByRole('img')).toHaveAccessibleName(/\w/);
    }
    expect(benefits).toHaveTextContent('Environ 10 heures par semaine');
    expect(benefits).toHaveTextContent('Les 10 heures sont une estimation');
  });

  test('links to an e-mail with a prefilled subject', () => {
    const section = screen.getByRole('region', { name: /Choisissez votre jour/ });
    expect(section).toHaveTextContent(
      `Envoyez « GO » à ${exampleSite.email} : nous vous répondons pour fixer la date.`,
    );
    expect(within(section).getByRole('link', { name: exampleSite.email })).toHaveAttribute(
      'href',
      `mailto:${exampleSite.email}?subject=GO`,
    );
  });
});

test('every place of the page announces the length of the owner’s timetable', () => {
  const host = fakeHost({
    site: {
      ...exampleSite,
      day: [
        { from: '09:30', to: '13:00', text: 'Relances' },
        { from: '14:00', to: '18:00', text: 'Alertes' },
      ],
    },
  });
  renderInHost(<Page host={host} />);
  expect(document.body.textContent?.match(/7\sh\s30/g)).toHaveLength(5);
  expect(document.body).not.toHaveTextContent(/huit heures|\b8\sh/i);
  expect(structuredData(host)).toMatchObject({ hasCourseInstance: { courseWorkload: 'PT450M' } });
});

test.each([
  ['guarantee', /ou remboursé|vous êtes remboursé/],
  ['gain', /\b10\s?h/],
  ['chatbot', /chatbot comme celui-ci|430/],
  ['fundingFile', /montage/i],
  ['alone', /tête-à-tête|individuelle/],
  ['live', /construit\w+ en direct/],
  ['bonuses', /bonus/i],
  ['soon', /semaine en cours/],
] as const satisfies readonly (readonly [PromiseName, RegExp])[])(
  'the promise « %s » is on the page, and nowhere once its owner does not keep it',
  (name, words) => {
    const said = (hiddenPromises: readonly string[]) => {
      const host = fakeHost({ site: { ...exampleSite, hiddenPromises } });
      const { container, unmount } = renderInHost(<Page host={host} />);
      const text = container.innerHTML.replaceAll('&nbsp;', '\u00a0') + JSON.stringify(structuredData(host));
      unmount();
      return text;
    };
    expect(said([])).toMatch(words);
    expect(said([name])).not.toMatch(words);
  },
);

test('without its example, the page shows testimonials alone, and no empty section', () => {
  const testimonials = [{ name: 'Anne M.', role: '', text: 'La séquence tourne.', date: '2026-10-01' }];
  const renderPage = (site: Partial<Site>) =>
    renderInHost(<Page host={fakeHost({ site: { ...exampleSite, hiddenPromises: ['chatbot'], ...site } })} />);
  const { unmount } = renderPage({});
  expect(screen.queryByRole('region', { name: /Rentabilité|Témoignages/ })).not.toBeInTheDocument();
  unmount();
  renderPage({ testimonials });
  expect(screen.getByRole('region', { name: 'Témoignages' })).toBeVisible();
});

describe('structured data', () => {
  const course = (origin = 'https://atelier.example') => structuredData(fakeHost({ site: { ...exampleSite, origin } }));

  test('describes one course of eight hours, online and in French', () => {
    expect(course()).toMatchObject({
      '@type': 'Course',
      inLanguage: 'fr',
      provider: { '@type': 'Organization', name: exampleSite.product },
      hasCourseInstance: { courseMode: 'Online', courseWorkload: 'PT480M' },
    });
  });

  test('offers both plans at their prices, and claims no rating', () => {
    expect(course()).toMatchObject({
      offers: [
        { '@type': 'Offer', price: 199, priceCurrency: 'EUR', url: 'https://atelier.example/booking' },
        { '@type': 'Offer', price: 320, priceCurrency: 'EUR', url: 'https://atelier.example/booking' },
      ],
    });
    expect(JSON.stringify(course())).not.toMatch(/rating|review/i);
  });

  test('the owner’s prices replace those of the specification in the page, its description and the offers', () => {
    const host = fakeHost({ site: { ...exampleSite, prices: { standard: '1490', funded: '1650' } } });
    renderInHost(<Page host={host} />);
    expect(document.body).not.toHaveTextContent(/\b(199|320)\s€/);
    expect(document.body).toHaveTextContent('3 automatisations, 1 490 € TTC');
    expect(description(host)).toMatch(/contacts\. 1\s490\s€\sTTC, ou formule .* \(1\s650\s€\sTTC\)\.$/);
    expect(structuredData(host)).toMatchObject({ offers: [{ price: 1490 }, { price: 1650 }] });
  });

  test('no price of the page or its description has a tax where the owner has said that she adds none', () => {
    const host = fakeHost({ site: { ...exampleSite, papers: { vat: 'franchise' } } });
    renderInHost(<Page host={host} />);
    expect(document.body).not.toHaveTextContent('TTC');
    expect(screen.getAllByText(/nets de taxe/).length).toBeGreaterThanOrEqual(5);
    expect(description(host)).toMatch(/199\s€\snets de taxe, ou formule .* \(320\s€\snets de taxe\)\.$/);
  });

  test('has no URLs without an origin', () => {
    expect(JSON.stringify(course(''))).not.toContain('"url"');
  });
});
