import { screen } from '@testing-library/react';
import { renderInHost } from '../testing';
import { ProgressBar } from './progress-bar';

test('a progress bar has a name and a value, but no style attribute', async () => {
  renderInHost(
    <main>
      <ProgressBar value={0} max={100} label="Avancement de votre dossier" />
    </main>,
  );
  const bar = screen.getByRole('progressbar', { name: 'Avancement de votre dossier' });
  expect(bar).toHaveAttribute('value', '0');
  expect(bar).toHaveAttribute('max', '100');
  expect(bar).not.toHaveAttribute('style');
});
