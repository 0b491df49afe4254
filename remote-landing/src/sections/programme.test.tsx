import { exampleSite, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { programme } from '../content/programme';
import { Programme } from './programme';

const withBonuses = (bonuses: readonly string[]) => ({
  ...exampleSite,
  training: { ...exampleSite.training, bonuses },
});

test('the programme presents three automations in turn, each with its picture and its benefit', () => {
  renderInHost(<Programme site={withBonuses([])} />);
  const rows = screen.getAllByRole('listitem');
  expect(rows).toHaveLength(3);
  for (const [at, { title, benefit, drawing }] of programme.automations.entries()) {
    expect(rows[at]).toContainElement(screen.getByRole('heading', { name: title }));
    expect(rows[at]).toHaveTextContent(benefit.trim());
    expect(rows[at]).toContainElement(screen.getByRole('img', { name: drawing.alt }));
  }
  const delays = programme.automations.map(({ delay }) => delay);
  expect(delays).toEqual([...new Set(delays)].sort((a, b) => a - b));
});

test('the programme lists the five bonuses named in `site.json`', () => {
  const five = ['Modèles', 'Tableau', 'Liste de contrôle', 'Guide', 'Chatbot'];
  renderInHost(<Programme site={withBonuses(five)} />);
  const names = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(names.slice(3)).toEqual(five);
});

test.each([[[]], [['Modèles', 'Tableau']]])(
  'the programme mentions five bonuses and lists no names for %j',
  (names) => {
    renderInHost(<Programme site={withBonuses(names)} />);
    expect(screen.getByRole('heading', { name: /Cinq bonus/ })).toBeVisible();
    expect(screen.getByText(/inclus dans le prix de la journée/)).toBeVisible();
    expect(screen.getAllByRole('list')).toHaveLength(1);
  },
);
