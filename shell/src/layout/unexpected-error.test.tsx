import { renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expectConsoleError } from '../../tests/support/expect-console-error';
import { unexpected } from '../content/layout';
import { UnexpectedErrorBoundary } from './unexpected-error';

function ThrowingRoute(): never {
  throw new Error('No such route.');
}

test('a shell route that throws is reported once, and replaced by a message with a reload button and a link home', () => {
  const said = expectConsoleError();
  const onThrow = jest.fn();
  renderInHost(
    <MemoryRouter>
      <UnexpectedErrorBoundary onThrow={onThrow}>
        <Routes>
          <Route path="*" element={<ThrowingRoute />} />
        </Routes>
      </UnexpectedErrorBoundary>
    </MemoryRouter>,
  );
  expect(onThrow).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Unexpected Application Error!');
  expect(screen.getByRole('button', { name: unexpected.reload })).toBeVisible();
  expect(screen.getByRole('link', { name: unexpected.home })).toHaveAttribute('href', '/');
  expect(said).toHaveBeenCalledWith('The shell threw on render.', expect.any(Error));
});
