import { screen } from '@testing-library/react';
import { renderInHost } from '../testing';
import { FailureCard } from './failure-card';

test('a failure card omits missing contact details and a retry button without a handler', () => {
  renderInHost(<FailureCard title="Cette partie ne s’affiche pas" text="Écrivez-nous." email="" phone="" />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
