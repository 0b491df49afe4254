import { join } from 'node:path';

const RUN = join(import.meta.dirname, '../../tooling/run.cjs');

/** Node's arguments for a program. run.cjs runs sources of the workspace; files of installed packages run directly. */
export const programArguments = (file: string): string[] => (file.endsWith('.ts') ? [RUN, file] : [file]);
