import { type ChangeContext, type ChangeName, makeChange } from '@site/release-core/changes/changes';
import { type Context, worded } from './command';
import { describeChange } from './describe-change';

interface Needs {
  readonly runChecks?: ChangeContext['runChecks'];
  readonly readData?: (
    context: Context,
    ...current: Parameters<ChangeContext['readData']>
  ) => ReturnType<ChangeContext['readData']>;
}

const needless = () => Promise.reject(new Error('This change needs neither a browser nor site.json.'));

/** A command that makes the change of this name. */
export const making = (name: ChangeName, { runChecks = needless, readData = needless }: Needs = {}) =>
  worded({
    find: (context, ...words) => {
      const { store, options } = context;
      return makeChange(name, { store, options, runChecks, readData: (current) => readData(context, current) }, words);
    },
    word: (found, { change }, words) => ({ text: describeChange(name, found, { words, change }), json: found }),
  });
