import { createSystem } from '@chakra-ui/react/styled-system';
import { base } from './base';
import { system } from './system';

// `patches/` contains the change to Chakra. Without it, the global styles take half of a page's start time.
test('Chakra generates the global styles only when they are read', () => {
  expect(Object.getOwnPropertyDescriptor(createSystem(base), '_global')?.get).toBeDefined();
});

test('outside a composed page, the global styles contain the variables of all tokens', () => {
  expect(JSON.stringify(system._global)).toContain('--ui-colors-tile');
});

test('the recipe of a configuration is created once', () => {
  const config = { base: { color: 'ink' } };
  expect(system.cva(config)).toBe(system.cva(config));
});
