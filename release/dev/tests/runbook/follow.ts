import type { Machine } from './machine';
import { commandsIn, NOT_RUN, type Row, readRunbook, type Section } from './read-runbook';
import type { Done } from './run-script';

/** What the placeholders of the runbook stand for. */
type Values = Readonly<Record<string, string>>;

interface Chosen {
  readonly values?: Values;
  readonly lines?: readonly number[];
}

const runbook = readRunbook();

function sectionOf(title: string): Section {
  const section = runbook.get(title);
  if (!section) throw new Error(`The runbook has no section "${title}".`);
  return section;
}

function rowOf(title: string, sign: string): Row {
  const row = sectionOf(title).rows.find((one) => one.sign === sign);
  if (!row) throw new Error(`"${title}" has no row "${sign}".`);
  return row;
}

/** Process 123 is an example, as the names in angle brackets are. */
const filled = (command: string, values: Values) =>
  command.replaceAll(/<([^<>\n]+)>|\b123\b/g, (whole, name = whole) => values[name] ?? whole);

/** Matches each message that a row names, where `…` stands for any words and a number for any other. */
export const messageOf = (sign: string) =>
  new RegExp(
    [...sign.matchAll(/`([^`]+)`|«\s*([^»]+?)\s*»/g)]
      .map(([, code, words]) => patternOf(code ?? words ?? ''))
      .join('|'),
  );

const patternOf = (message: string) =>
  message
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('/etc/site/', '\\S*')
    .replaceAll(/\s*…\s*/g, '[\\s\\S]*')
    .replaceAll(/\s+/g, '\\s')
    .replaceAll(/\d{2,}/g, '\\d+');

/** Runs the commands of the runbook on a machine, and remembers which. */
export function followOn(machine: () => Machine) {
  const done = new Set<string>();

  async function run(title: string, commands: readonly string[], values: Values): Promise<Done> {
    for (const command of commands) done.add(`${title}: ${command}`);
    return machine().run(commands.map((command) => filled(command, values)).join('\n'));
  }
  return {
    /** A block of commands, or some of its lines; both are counted from 0. Lines that no test runs are left out. */
    block: (title: string, at: number, { values = {}, lines }: Chosen = {}) => {
      const all = sectionOf(title).blocks[at] ?? [];
      const chosen = lines ? lines.map((line) => all[line] ?? '') : all;
      return run(
        title,
        chosen.filter((line) => !line.includes(NOT_RUN)),
        values,
      );
    },
    /** The commands in a row of a table. The test does what else the row asks for. */
    row: (title: string, sign: string, values: Values = {}) => {
      done.add(`${title}: ${sign}`);
      return run(title, commandsIn(rowOf(title, sign).remedy), values);
    },
    /** The command in a sentence of a section that contains a text. */
    prose: (title: string, containing: string, values: Values = {}) => {
      const prose = sectionOf(title).text.replaceAll(/^ *```[\s\S]*?^ *```|^\|.*$/gm, '');
      const found = commandsIn(prose).find((command) => command.includes(containing));
      if (!found) throw new Error(`"${title}" has no command with "${containing}".`);
      return run(title, [found], values);
    },
    hasRow: (title: string, sign: string) => done.has(`${title}: ${sign}`),
    /** The lines of blocks that were not run. */
    left: () =>
      [...runbook].flatMap(([title, { blocks }]) =>
        blocks.flat().filter((line) => !line.includes(NOT_RUN) && !done.has(`${title}: ${line}`)),
      ),
  };
}

export type Follow = ReturnType<typeof followOn>;
