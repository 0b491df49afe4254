import { join } from 'node:path';

const RUN = join(import.meta.dirname, '../../tooling/run.cjs');

/** Arguments of Node that run a program: a source of the workspace, or a file of an installed package as it is. */
export const programArguments = (file: string): string[] => (file.endsWith('.ts') ? [RUN, file] : [file]);
