import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { buildPackages } from '../publish/build-package';
import { choosePackages, type ReleasablePackage } from '../publish/packages';
import { type Publication, publish as store } from '../publish/publish';
import { ReportedError } from '../user-error';
import type { Answer, Command } from './command';

interface Step {
  readonly title: string;
  readonly run: () => Promise<unknown>;
}

/** The site does not change: each step can be repeated, and none needs to be undone. */
export const publish: Command = {
  usage: 'publish <name>',
  does: 'checks, tests and builds a package and stores it as a release; activates nothing',
  words: 1,
  run: async (context, name = '') => {
    const [one] = choosePackages(context.root, [name]);
    if (!one) throw new Error('No package was chosen.');
    const steps = stepsBefore(context.root, one);
    const last = `store it as a release of ${one.name}`;
    if (context.options.isDry) return list([...steps.map(({ title }) => title), last]);
    for (const { title, run } of steps) {
      console.error(`── ${title}`);
      await run();
    }
    console.error(`── ${last}`);
    return describe(await store(context.store, one));
  },
};

function stepsBefore(root: string, one: ReleasablePackage): readonly Step[] {
  const folder = basename(one.folder);
  const run = (tool: string, ...args: string[]) => runTool(root, tool, args);
  return [
    { title: `lint ${folder}`, run: () => run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', folder) },
    { title: `check the types of ${folder}`, run: () => run('typescript/bin/tsc', '--noEmit', '-p', folder) },
    {
      title: `test ${folder} and its boundaries`,
      run: () => run('jest/bin/jest.js', '--selectProjects', folder, 'tooling'),
    },
    { title: `build ${folder}`, run: () => buildPackages([one]) },
  ];
}

const list = (titles: readonly string[]): Answer => ({
  text: titles.map((title, at) => `${at + 1}. ${title}`).join('\n'),
  json: titles,
});

const OUTCOMES: Record<Publication['outcome'], string> = {
  new: 'is published',
  known: 'was published earlier with the same content: nothing was done',
  mended: 'was damaged and is whole again',
};

function describe({ release: { name, id, size, requires }, outcome }: Publication): Answer {
  const kilobytes = (size.brotli / 1000).toFixed(1);
  return {
    text: `${name}@${id} ${OUTCOMES[outcome]} (${kilobytes} kB compressed).\nTo show it: npx pnpm release activate ${name}@${id}`,
    json: { name, id, outcome, size, requires },
  };
}

/** The tool's output goes to stderr: stdout carries only the answer, for pipes. */
async function runTool(root: string, tool: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  console.error('Nothing was published: correct the errors above, then publish again.');
  throw new ReportedError();
}
