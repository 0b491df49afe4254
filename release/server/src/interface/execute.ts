import { CHANGES, type ChangeCommand } from '@site/release-core/changes/all-changes';
import { parseName, parseReleaseName, parseWhy } from '@site/release-core/changes/arguments';
import { type ChangeContext, makeChange } from '@site/release-core/changes/change';
import { lazyFrom } from '@site/release-core/lazy';
import type { Grant } from '@site/release-core/store/grants';
import { runInStore } from '@site/release-core/store/run-in-store';
import { bodySchema, type CommonInput } from '@site/release-core/wire/protocol';
import type * as v from 'valibot';
import { ProblemError, readShape } from './problem-error';
import { QUERIES, type QueryCommand, type SiteAccess } from './queries';

const lazy = lazyFrom(import.meta.url);

export interface Caller {
  readonly who: string;
  /** Missing for a person at the machine, who may do everything. */
  readonly grant?: Grant;
  readonly runChecks: ChangeContext['runChecks'];
}

type SiteCommand = ChangeCommand | QueryCommand;

const rights = () => lazy<typeof import('./rights')>('./rights');

/** What runs on a site, asked for at its machine or over its release interface. */
export const SITE_COMMANDS: Readonly<Record<string, SiteCommand>> = { ...CHANGES, ...QUERIES };

export function requireSiteCommand(name: string): SiteCommand {
  const command = Object.hasOwn(SITE_COMMANDS, name) ? SITE_COMMANDS[name] : undefined;
  if (command) return command;
  // Commands on facts belong to the owner's space.
  const names = Object.keys(SITE_COMMANDS).filter((one) => SITE_COMMANDS[one]?.right !== 'facts');
  throw new ProblemError(
    'not-found',
    `The site takes no command "${name}" from elsewhere. It takes ${names.join(', ')}.`,
  );
}

interface Call {
  readonly name: string;
  readonly body: unknown;
}

/** @returns what it found or changed; who asks words it */
export async function execute(access: SiteAccess, caller: Caller, { name, body }: Call): Promise<unknown> {
  const { right, minWords, maxWords, load } = requireSiteCommand(name);
  const definition = load();
  const { grant, who, runChecks } = caller;
  const schema = bodySchema(definition.input) as v.GenericSchema as v.GenericSchema<unknown, CommonInput>;
  const input = readShape(schema, body);
  const { words, seq, ...given } = input;
  requireWords(words, minWords, maxWords);
  if (grant && right) rights().requireRight(grant, right, namesIn(words));
  if ('read' in definition) return definition.read(access, input, grant);
  const options: ChangeContext['options'] & Pick<CommonInput, 'isDry'> = {
    ...given,
    why: parseWhy(given.why),
    who,
    ...(grant && { grant: grant.id }),
  };
  const { root } = access;
  const run = { ...access, options, tell: (line: string) => console.error(line) };
  return runInStore(definition, run, (store) => {
    const context: ChangeContext = {
      store,
      options,
      authorize: grant && right && rights().authorizeFor(store, grant, { seq, retire: options.retire ?? [], right }),
      runChecks,
      readData: (current, isDraft) =>
        lazy<typeof import('../read-site-data')>('../read-site-data').readSiteData({ root, store, isDraft }, current),
    };
    return makeChange(definition, context, words);
  });
}

function requireWords(words: readonly string[], min = 0, max = min) {
  if (words.length >= min && words.length <= max) return;
  const count = min === max ? `${min}` : `${min} or more`;
  throw new ProblemError('malformed', `The command takes ${count} words, and ${words.length} were sent.`);
}

const namesIn = (words: readonly string[]) =>
  words.map((word) => (word.includes('@') ? parseReleaseName(word).name : parseName(word)));
