import { withoutInvisible } from '@site/contract/invisible';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@site/contract/today';

/** Makes text of a visitor or a mail server safe to print: one line without control and invisible characters. */
export function sanitizeForTerminal(text: string): string {
  return withoutInvisible(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '));
}

/** Makes the text safe to print, trims it, and shortens it with an ellipsis to `longest` characters. */
export function truncate(text: string, longest: number): string {
  const characters = [...sanitizeForTerminal(text).trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

/** The longest comes first, as the largest unit that fits is printed. */
export const TIME_UNITS = { d: DAY_MS, h: HOUR_MS, min: MINUTE_MS } as const;

/** In one unit, as `3 h`. @param since ISO 8601 */
export function formatAge(since: string, now: Date): string {
  // Another machine's clock may be ahead.
  const elapsedMs = Math.max(0, now.getTime() - Date.parse(since));
  const [unit, length] = Object.entries(TIME_UNITS).find(([, length]) => elapsedMs >= length) ?? ['s', 1000];
  return `${Math.floor(elapsedMs / length)} ${unit}`;
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

interface TableLayout {
  readonly gap: string;
  /** Replaces the gap in the rules between rows; without it no rules are drawn. */
  readonly ruleGap?: string;
  /** Counted in characters. Longer cells continue on the next line, nothing is cut off. */
  readonly width?: number;
}

const PLAIN: TableLayout = { gap: '  ' };
const INDENT = '  ';
const NARROWEST = 8;

/** @param rows headings first; cells may contain line breaks, other control characters become spaces */
export function renderTable(rows: readonly (readonly string[])[], layout: TableLayout = PLAIN): string {
  const { gap, ruleGap, width = Number.POSITIVE_INFINITY } = layout;
  const lines = rows.map((row) => row.map((cell) => cell.split('\n').map(sanitizeForTerminal)));
  const natural = (rows[0] ?? []).map((_, column) =>
    Math.max(...lines.flatMap((row) => (row[column] ?? []).map((line) => line.length))),
  );
  const widths = fit(natural, width - gap.length * (natural.length - 1));
  const rule = ruleGap ? `${widths.map((each) => '─'.repeat(each)).join(ruleGap)}\n` : '';
  return lines.map((row) => renderRow(row, widths, gap)).join(`\n${rule}`);
}

export const renderIndented = (rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string =>
  renderTable(rows, { ...PLAIN, width: width - INDENT.length }).replace(/^/gm, INDENT);

function fit(natural: readonly number[], room: number): readonly number[] {
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

function renderRow(row: readonly string[][], widths: readonly number[], gap: string): string {
  const cells = widths.map((width, column) => (row[column] ?? []).flatMap((line) => wrap(line, width)));
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, column) => (cell[line] ?? '').padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  ).join('\n');
}

/** Breaks a line at spaces, and within a word that is longer than the width. */
export function wrap(line: string, width: number): string[] {
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

interface Output {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

/** Runs one step of a longer command. Rejects as the step does. */
export type TakeStep = <Result>(title: string, run: () => Promise<Result>) => Promise<Result>;

/** Prints each step when it ends, with its seconds: after a tick on a terminal, as a plain line elsewhere. */
export const createProgress =
  (output: Output, now: () => number = () => performance.now()): TakeStep =>
  async (title, run) => {
    const since = now();
    const print = (sign: '✓' | '✗') => {
      const seconds = `${((now() - since) / 1000).toFixed(1)} s`;
      const time = sign === '✓' ? seconds : `failed after ${seconds}`;
      output.write(output.isTTY ? `${sign} ${title}  ${time}\n` : `${title}: ${time}\n`);
    };
    try {
      const result = await run();
      print('✓');
      return result;
    } catch (error) {
      // Ctrl-C is no failure of the step.
      if (!(error instanceof Error && error.name === 'AbortError')) print('✗');
      throw error;
    }
  };

/** Shows a person what a command is doing; a job without a terminal gets the command's own lines only. */
export const showStep: TakeStep = (title, run) =>
  process.stderr.isTTY ? createProgress(process.stderr)(title, run) : run();

/** Prints its progress on the standard output. */
export const takeStep: TakeStep = (title, run) => createProgress(process.stdout)(title, run);
