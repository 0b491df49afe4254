import { join } from 'node:path';
import { checkingSteps } from './steps';

const root = join(__dirname, '../../..');
const titles = (name: string, folder: string) =>
  checkingSteps(root, { name, folder: join(root, folder) }).map(({ title }) => title);

test('a shell is tested together with the design system and the contract that it brings', () => {
  expect(titles('shell', 'shell')).toEqual([
    'lint shell, shared-ui, contract',
    'check the types of shell, shared-ui, contract',
    'test shell, shared-ui, contract and the boundaries',
  ]);
});

test('a remote is tested by itself', () => {
  expect(titles('booking', 'remote-booking')).toEqual([
    'lint remote-booking',
    'check the types of remote-booking',
    'test remote-booking and the boundaries',
  ]);
});
