/** What a part's code sends to the backend: columns by table, and arguments by function. */
export interface BackendCalls {
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly functions: Readonly<Record<string, readonly string[]>>;
}

interface CallColumns {
  /** Columns or arguments that the backend accepts. */
  readonly accepts: readonly string[];
  /** Columns or arguments that have no default. */
  readonly needs: readonly string[];
}

/** What a site's backend accepts: its database, as far as its gateway lets calls pass. */
export interface BackendDescription {
  readonly tables: Readonly<Record<string, CallColumns>>;
  readonly functions: Readonly<Record<string, CallColumns>>;
}

/** Declares the columns that code sends to a table. The build records them, so both arguments are literals. */
export const tableCall = <const Table extends string, const Column extends string>(
  table: Table,
  columns: readonly Column[],
) => ({ table, columns });

/** The longest texts of a browser's reports, by column. The browser cuts texts where the tables would refuse them. */
export const REPORT_LENGTHS: Readonly<Record<string, number>> = {
  shell: 80,
  remote: 40,
  release: 80,
  code: 60,
  route: 200,
  thrown_in: 40,
};

/** Declares the arguments that code sends to functions, as `tableCall` does. */
export const functionCalls = <const Functions extends BackendCalls['functions']>(functions: Functions) => functions;

/** Returns what a backend lacks and what it needs in addition, each as part of a sentence after "the backend". */
export function unmetCalls(calls: BackendCalls, backend: BackendDescription): { lacks: string[]; needs: string[] } {
  const tables = compare(calls.tables, backend.tables, { owner: 'table', part: 'column' });
  const functions = compare(calls.functions, backend.functions, { owner: 'function', part: 'argument' });
  return { lacks: [...tables.lacks, ...functions.lacks], needs: [...tables.needs, ...functions.needs] };
}

interface Words {
  readonly owner: string;
  readonly part: string;
}

function compare(sent: BackendCalls['tables'], accepting: BackendDescription['tables'], { owner, part }: Words) {
  const differences = Object.entries(sent).map(([name, names]) => {
    const accepted = Object.hasOwn(accepting, name) ? accepting[name] : undefined;
    if (!accepted) return { lacks: [`the ${owner} ${name}`], needs: [] };
    const describe = (word: string) => `the ${part} ${word} of ${name}`;
    return {
      lacks: names.filter((name) => !accepted.accepts.includes(name)).map(describe),
      needs: accepted.needs.filter((name) => !names.includes(name)).map(describe),
    };
  });
  return { lacks: differences.flatMap(({ lacks }) => lacks), needs: differences.flatMap(({ needs }) => needs) };
}
