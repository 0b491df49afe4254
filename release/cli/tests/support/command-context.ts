import type { Store } from '@site/release-core/store/store';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import type { CommandOutput, Context } from '../../src/command';
import { COMMANDS } from '../../src/commands/all-commands';
import { runCommand, withDefaults } from '../../src/terminal/run-typed';

export type TypedFlags = Readonly<Record<string, unknown>>;

/** Pages of tiny sites do not run in a browser. */
const GIVEN = { why: 'a test', who: 'Camille Martin', isDry: false, unchecked: true };

let dataDir: string | undefined;

/** What was typed, without the flags of the command that were not. */
export function contextOn(store: Store, given: TypedFlags = {}) {
  dataDir ??= temporaryFolder();
  return { root: '/nowhere', dataDir, store, options: { ...GIVEN, ...given } };
}

export const runIn = (
  name: string,
  { options, ...place }: ReturnType<typeof contextOn>,
  ...words: readonly string[]
): Promise<CommandOutput> => {
  const filled = { ...withDefaults(COMMANDS[name]?.flags ?? {}, options), ...options } as Context['options'];
  return runCommand(name, { ...place, options: filled } as Parameters<typeof runCommand>[1], words);
};
