import { join } from 'node:path';
import { choosePackages, listPackages } from './packages';

const root = join(__dirname, '../../..');
const names = (packages: ReturnType<typeof listPackages>) => packages.map(({ name }) => name);

test('finds the shell and the remotes beside it', () => {
  expect(names(listPackages(root))).toEqual(['shell', 'booking', 'contact', 'landing', 'legal']);
});

test('chooses packages by short name or folder name, and all when none is named', () => {
  expect(names(choosePackages(root, ['booking', 'remote-legal']))).toEqual(['booking', 'legal']);
  expect(choosePackages(root, [])).toEqual(listPackages(root));
});

test('an unknown package is an error that lists the known ones', () => {
  expect(() => choosePackages(root, ['bookings'])).toThrow(/no package "bookings": choose among shell, booking/);
});
