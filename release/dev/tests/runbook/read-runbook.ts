import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the runbook, marks a line or a row that no test runs. */
export const NOT_RUN = '†';

export interface Row {
  /** What the reader sees. */
  readonly sign: string;
  /** What to do about it. */
  readonly remedy: string;
}

export interface Section {
  readonly text: string;
  /** The commands of each block, in order. */
  readonly blocks: readonly (readonly string[])[];
  readonly rows: readonly Row[];
}

const SECTION = /^#{1,3} (.+)\n([\s\S]*?)(?=^#{1,3} |$(?![\s\S]))/gm;
const BLOCK = /^( *)```sh\n([\s\S]*?)^ *```/gm;

/** The sections of the runbook, by heading. The first one is what stands before the situations. */
export function readRunbook(): ReadonlyMap<string, Section> {
  const text = readFileSync(join(__dirname, '../../../../docs/runbook.md'), 'utf8').replaceAll(
    /^```(?!sh)\w+\n/gm,
    '```\n',
  );
  return new Map(
    [...withoutComments(text).matchAll(SECTION)].map(([, title = '', body = '']) => [title, readSection(body)]),
  );
}

/** A comment at the beginning of a line of a block is no heading. */
const withoutComments = (text: string) => text.replaceAll(BLOCK, (block) => block.replaceAll(/^#.*\n/gm, ''));

function readSection(text: string): Section {
  const blocks = [...text.matchAll(BLOCK)].map(([, , block = '']) => commandsOf(block));
  const lines = text.replaceAll(BLOCK, '').split('\n');
  const cells = lines.map((line) => (line.startsWith('|') ? line.split(/(?<!\\)\|/).slice(1, -1) : []));
  const rows = cells
    // Each table begins with its header and a rule.
    .filter((row, at) => row.length > 0 && !isRule(row) && !isRule(cells[at + 1]))
    .map((row) => ({ sign: (row[0] ?? '').trim(), remedy: (row.at(-1) ?? '').trim().replaceAll('\\|', '|') }));
  return { text, blocks, rows };
}

const isRule = (row: readonly string[] = []) => /^ *-+ *$/.test(row[0] ?? '');

/** A loop, or a line that goes on after a backslash, is one command. */
function commandsOf(block: string): readonly string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n').filter((one) => one.trim() !== '')) {
    open += `${open && '\n'}${line.trim()}`;
    const isOpen = /\\$/.test(open) || (/^(for|while) /.test(open) && !/\bdone\b/.test(open));
    if (isOpen) continue;
    commands.push(open);
    open = '';
  }
  return commands;
}

const PROGRAM = /^(?:sudo|site|npx|curl|grep|systemctl|git|ps|free|dig|timedatectl|release|inbox) ./;

/** The commands in the cell of a table or in a sentence. */
export const commandsIn = (text: string): readonly string[] =>
  [...text.replaceAll(/\s+/g, ' ').matchAll(/`([^`]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => PROGRAM.test(span));
