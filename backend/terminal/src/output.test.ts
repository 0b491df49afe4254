import { createProgress, formatAge, renderTable } from './output';

test('columns are as wide as their longest cell, and no line ends with spaces', () => {
  const rows = [
    ['name', 'active', 'before'],
    ['booking', '1.0.0-a', '–'],
    ['shell', '1.0.0-bcd', ''],
  ];
  expect(renderTable(rows)).toBe('name     active     before\nbooking  1.0.0-a    –\nshell    1.0.0-bcd');
});

describe('progress', () => {
  function recorded(isTTY: boolean) {
    const lines: string[] = [];
    let time = 0;
    const step = createProgress({ isTTY, write: (text) => lines.push(text) }, () => {
      time += 1500;
      return time;
    });
    return { lines, step };
  }

  test('a step that is done is a line with a tick and its seconds on a terminal, a plain line elsewhere', async () => {
    const [terminal, file] = [recorded(true), recorded(false)];
    expect(await terminal.step('build booking', async () => 'built')).toBe('built');
    await file.step('build booking', async () => undefined);
    expect([terminal.lines, file.lines]).toEqual([['✓ build booking  1.5 s\n'], ['build booking: 1.5 s\n']]);
  });

  test('a step that fails is named, and its error goes on', async () => {
    const [terminal, file] = [recorded(true), recorded(false)];
    const fail = () => Promise.reject(new Error('no space'));
    await expect(terminal.step('build booking', fail)).rejects.toThrow('no space');
    await expect(file.step('build booking', fail)).rejects.toThrow('no space');
    expect([terminal.lines, file.lines]).toEqual([
      ['✗ build booking  failed after 1.5 s\n'],
      ['build booking: failed after 1.5 s\n'],
    ]);
  });

  test('a step that Ctrl-C ends is not named as failed', async () => {
    const { lines, step } = recorded(true);
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError' });
    await expect(step('build booking', () => Promise.reject(aborted))).rejects.toThrow('aborted');
    expect(lines).toEqual([]);
  });
});

test.each([
  ['2026-11-21T12:00:09Z', '0 s'],
  ['2026-11-21T11:59:01Z', '59 s'],
  ['2026-11-21T11:59:00Z', '1 min'],
  ['2026-11-21T11:00:01Z', '59 min'],
  ['2026-11-21T11:00:00Z', '1 h'],
  ['2026-11-20T12:00:01Z', '23 h'],
  ['2026-11-20T12:00:00Z', '1 d'],
])('the time from %s until noon is shown as %s', (since, said) => {
  expect(formatAge(since, new Date('2026-11-21T12:00:00Z'))).toBe(said);
});
