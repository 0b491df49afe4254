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

/** On the standard output. */
export const takeStep: TakeStep = (title, run) => createProgress(process.stdout)(title, run);
