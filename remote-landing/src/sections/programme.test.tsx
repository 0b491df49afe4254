import { renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { programme } from '../content/programme';
import { Programme } from './programme';

it.each(programme.automations)('shows « $title » with its picture and its benefit', ({ title, benefit, drawing }) => {
  renderInHost(<Programme bonuses={[]} />);
  const row = screen.getAllByRole('listitem').find((item) => within(item).queryByRole('heading', { name: title }));
  expect(row).toHaveTextContent(benefit.trim());
  expect(row).toContainElement(screen.getByRole('img', { name: drawing.alt }));
});

it('presents three automations that appear in turn', () => {
  renderInHost(<Programme bonuses={[]} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  const delays = programme.automations.map(({ delay }) => delay);
  expect(delays).toEqual([...new Set(delays)].sort((a, b) => a - b));
});

it('lists the five bonuses named in `site.json`', () => {
  const five = ['Modèles', 'Tableau', 'Liste de contrôle', 'Guide', 'Chatbot'];
  renderInHost(<Programme bonuses={five} />);
  const names = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(names.slice(3)).toEqual(five);
});

it.each([[[]], [['Modèles', 'Tableau']]])('mentions five bonuses and lists no names for %j', (names) => {
  renderInHost(<Programme bonuses={names} />);
  expect(screen.getByRole('heading', { name: /Cinq bonus/ })).toBeVisible();
  expect(screen.getByText(/inclus dans le prix de la journée/)).toBeVisible();
  expect(screen.getAllByRole('list')).toHaveLength(1);
});
