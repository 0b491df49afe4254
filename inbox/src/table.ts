import { harmless } from './harmless';

const GAP = ' │ ';
const NARROWEST = 8;

/**
 * A table no wider than `width` characters; longer cells go on in the next line, nothing is cut off.
 * @param rows cells may hold line breaks; other control characters are shown as spaces
 */
export function renderTable(headings: string[], rows: string[][], width: number): string {
  const lines = [headings, ...rows].map((row) => row.map((cell) => cell.split('\n').map(harmless)));
  const natural = headings.map((_, column) =>
    Math.max(...lines.flatMap((row) => (row[column] ?? []).map((line) => line.length))),
  );
  const widths = fit(natural, width - GAP.length * (headings.length - 1));
  const rule = widths.map((each) => '─'.repeat(each)).join('─┼─');
  return lines.map((row) => renderRow(row, widths)).join(`\n${rule}\n`);
}

function fit(natural: number[], room: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    widths[widths.indexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return widths;
}

function renderRow(row: string[][], widths: number[]): string {
  const cells = widths.map((width, column) => (row[column] ?? []).flatMap((line) => wrap(line, width)));
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, column) => (cell[line] ?? '').padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  ).join('\n');
}

function wrap(line: string, width: number): string[] {
  const wrapped: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const cutsEmoji = /[\ud800-\udbff]/.test(rest.charAt(width - 1));
    const end = space > 0 ? space : width - Number(cutsEmoji);
    wrapped.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...wrapped, rest];
}
