import { join } from 'node:path';
import type { Configuration } from '@rspack/core';

type Configure = (env: Record<string, never>) => Configuration | readonly Configuration[];

/** Builds packages of the workspace in one process: `rspack build --env parts=<folder>,…`. */
export default async ({ parts }: { readonly parts?: string }): Promise<Configuration[]> => {
  const all: Configuration[] = [];
  // One after the other: the loader of TypeScript does not wait for a module that another import is loading.
  for (const folder of parts?.split(',') ?? []) all.push(...(await configurationsOf(folder)));
  return all;
};

async function configurationsOf(folder: string): Promise<Configuration[]> {
  const file = join(import.meta.dirname, '../..', folder, 'rspack.config.ts');
  const { default: configure } = (await import(file)) as { default: Configure };
  const uniqueName = (name = '') => `${folder} ${name}`;
  return [configure({})].flat().map(({ name, dependencies, ...rest }) => ({
    ...rest,
    name: uniqueName(name),
    stats: 'errors-only',
    ...(dependencies && { dependencies: dependencies.map(uniqueName) }),
  }));
}
