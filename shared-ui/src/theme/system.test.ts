import { createSystem } from '@chakra-ui/react/styled-system';
import { base } from './base';
import { system } from './system';

// `patches/` holds the change to Chakra; without it, global styles cost half of a page's start.
test('Chakra generates the global styles only when they are asked for', () => {
  expect(Object.getOwnPropertyDescriptor(createSystem(base), '_global')?.get).toBeDefined();
});

test('outside a composed page, the global styles hold the variables of all tokens', () => {
  expect(JSON.stringify(system._global)).toContain('--ui-colors-tile');
});

test('a recipe is created once', () => {
  const config = { base: { color: 'ink' } };
  expect(system.cva(config)).toBe(system.cva(config));
});
