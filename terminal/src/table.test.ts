import { renderTable } from './table';

test('columns are as wide as their longest cell, and no line ends with spaces', () => {
  const rows = [
    ['name', 'active', 'before'],
    ['booking', '1.0.0-a', '–'],
    ['shell', '1.0.0-bcd', ''],
  ];
  expect(renderTable(rows)).toBe('name     active     before\nbooking  1.0.0-a    –\nshell    1.0.0-bcd');
});
