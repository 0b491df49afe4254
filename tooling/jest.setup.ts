import '@testing-library/jest-dom';
import { format } from 'node:util';

// An unexpected console.error fails a test. A test that expects one mocks it.
const original = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  // Each test starts like a new tab, without the draft of a form.
  if (typeof sessionStorage !== 'undefined') sessionStorage.clear();
  unexpected = [];
  console.error = (...args: unknown[]) => {
    unexpected.push(format(...args));
  };
});

afterEach(() => {
  console.error = original;
  if (unexpected.length > 0) throw new Error(`console.error was called:\n${unexpected.join('\n')}`);
});
