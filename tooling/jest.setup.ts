import '@testing-library/jest-dom';
import { format } from 'node:util';

// An unexpected console.error fails a test; a test mocks the ones that it expects.
const original = console.error;
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...args: unknown[]) => {
    unexpected.push(format(...args));
  };
});

afterEach(() => {
  console.error = original;
  if (unexpected.length > 0) throw new Error(`console.error was called:\n${unexpected.join('\n')}`);
});
