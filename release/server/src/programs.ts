import { createRequire } from 'node:module';
import { programArguments } from '@site/terminal/program';

const { resolve } = createRequire(import.meta.url);

type Program = 'backend/bin/close-data-folder' | 'backend/bin/incidents' | 'backend/bin/main' | 'inbox/bin/inbox';

/** From the workspace's sources, the installed package or the artefact: `imports` of package.json names the files. */
export const argumentsOf = (program: Program): string[] => programArguments(resolve(`#programs/${program}`));
