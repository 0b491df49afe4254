import type { Store } from '@site/release-core/store/store';
import type { Answer, Command, Context } from '../../src/command/command';
import { complete } from '../../src/terminal/run-typed';

export type TypedFlags = Readonly<Record<string, unknown>>;

/** Pages of tiny sites do not run in a browser. */
const GIVEN = { why: 'a test', who: 'Camille Martin', isDry: false, unchecked: true };

/** What was typed, without the flags of the command that were not. */
export const contextOn = (store: Store, given: TypedFlags = {}) => ({
  root: '',
  dataDir: '',
  store,
  options: { ...GIVEN, ...given },
});

export const runIn = (
  command: Command,
  { options, ...place }: ReturnType<typeof contextOn>,
  ...words: readonly string[]
): Promise<Answer> => {
  const filled = { ...complete(command.flags ?? {}, options), ...options } as Context['options'];
  return command.run({ ...place, options: filled }, ...words);
};
