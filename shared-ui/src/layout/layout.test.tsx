import { screen, within } from '@testing-library/react';
import { Clock } from 'lucide';
import { renderInHost } from '../testing';
import { CheckList, Icon, Picture } from './layout';

test('a picture reserves its space and is loaded lazily unless eager or for print', () => {
  renderInHost(
    <>
      <Picture src="/a.svg" alt="Un téléphone" width={640} height={480} eager />
      <Picture src="/b.svg" alt="Un tableau" width={320} height={240} />
      <Picture src="/c.svg" alt="Une enveloppe" width={320} height={240} forPrint />
    </>,
  );
  const first = screen.getByRole('img', { name: 'Un téléphone' });
  expect(first).toHaveAttribute('loading', 'eager');
  expect(first).toHaveAttribute('width', '640');
  expect(first).toHaveAttribute('height', '480');
  expect(screen.getByRole('img', { name: 'Un tableau' })).toHaveAttribute('loading', 'lazy');
  const forPrint = screen.getByRole('img', { name: 'Une enveloppe' });
  expect(forPrint).toHaveAttribute('loading', 'eager');
  expect(forPrint).toHaveAttribute('fetchpriority', 'low');
});

test('a check list’s ticks are hidden from assistive technology', () => {
  renderInHost(<CheckList items={['Une journée', <strong key="bonus">Cinq bonus</strong>]} />);
  const items = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual(['Une journée', 'Cinq bonus']);
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});

test('an icon has its size and its lines without any style sheet', () => {
  renderInHost(<Icon of={Clock} data-testid="clock" color="tile" />);
  const clock = screen.getByTestId('clock');
  const attributes = { width: '24', height: '24', fill: 'none', stroke: 'currentColor', 'stroke-width': '2' };
  for (const [name, value] of Object.entries(attributes)) expect(clock).toHaveAttribute(name, value);
});
