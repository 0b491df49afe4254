import type { ChangeAnswer, ChangeMade, NoChange, TakenStep } from '@site/release-core/changes/change';
import { describeHold } from '@site/release-core/changes/holds';
import { lazyFrom } from '@site/release-core/lazy';
import type { CommandWording, Options } from '../command';

const lazy = lazyFrom(import.meta.url);

/** @param whyNot says why nothing has changed; the words have no prefix of a folder */
const changing = <Typed>(
  whyNot: (unchanged: NoChange, words: readonly string[], options: Options<Typed>) => string,
): CommandWording<Typed> => ({
  describe: (answer: ChangeAnswer, options, words) => ({
    text: answer.changed
      ? describeMade(answer)
      : whyNot(
          answer,
          words.map((word) => word.replace(/^remote-/, '')),
          options,
        ),
    json: answer,
  }),
});

const are = (words: readonly string[], what: string) =>
  `${words.join(', ')} ${words.length > 1 ? 'are' : 'is'} ${what}.`;

export const activate = changing((_, words) => are(words, 'active already'));

export const rollback = changing<{ readonly change: string | undefined }>((unchanged, _, { change: undone }) =>
  undone === undefined
    ? unchanged.parts.map((part) => describeStayed(unchanged, part)).join('\n')
    : `The parts of change ${undone} already have the releases from before it.`,
);

function describeStayed({ seq, last }: NoChange, { name, to, from, active }: NoChange['parts'][number]): string {
  if (active === from || active === to) return `${name}@${active} is active already.`;
  const lastChange = `the last change is ${seq}, ${last.command} by ${last.who}.`;
  if (!active) return `${name} is not active any more; ${lastChange}`;
  const further = `To go back further: "npx pnpm release rollback ${name} --from ${active}".`;
  return `${name} has left ${from} already, for ${active}; ${lastChange} ${further}`;
}

export const deactivate = changing((_, [word]) => `${word} is already inactive.`);

export const hold = changing(({ holds }, words) => {
  const lines = words.flatMap((name) => (holds[name] ? [describeHold(name, holds[name])] : []));
  return `${lines.join('\n')} Nothing was changed.`;
});

export const resume = changing((_, words) => are(words, 'not held'));

export const revoke = changing((_, [word]) => `${word} is revoked already.`);

export const compose = changing(({ edited = {} }) =>
  ['The pages have the data of site.json already.', ...describeOverrides(edited)].join('\n'),
);

function describeMade(made: ChangeMade): string {
  const { command, revoked, parts, held, resumed = [], left, seq, rendered, edited, steps = [] } = made;
  return [
    ...describeSteps(steps),
    ...(revoked ? parts.map(({ name }) => `${name}@${revoked} is revoked.`) : []),
    ...parts.flatMap((part) => describePart(command, part)),
    ...resumed.map((one) => `The hold of ${one} is lifted.`),
    ...(held?.parts ?? []).map(
      (one) => `${one} is held: its activations are refused until "npx pnpm release resume ${one}".`,
    ),
    ...left.map(({ path, to }) => (to ? `${path} leads to ${to}.` : `${path} answers 404 now.`)),
    `Change ${seq}. Rendered: ${rendered.join(', ') || 'nothing'}; in all other pages only the release index was rewritten.`,
    ...(command === 'compose' && edited ? describeOverrides(edited) : []),
  ].join('\n');
}

const describeSteps = (steps: readonly TakenStep[]): readonly string[] =>
  steps.map(({ title, value }, at) => `${at + 1}. ${title}: ${value}`);

function describePart(command: ChangeMade['command'], { name, from, to }: ChangeMade['parts'][number]): string[] {
  if (to) return [`${name}: ${from ?? 'not active'} → ${to}`];
  if (!from) return [];
  const remedy =
    command === 'deactivate'
      ? `To bring it back: "npx pnpm release activate ${name}@${from}".`
      : 'There is no previous release: publish a corrected one, then activate it.';
  return [`${name}: ${from} is deactivated. ${remedy}`];
}

/** What a composition shows instead of `site.json`. */
const describeOverrides = (edited: NonNullable<ChangeMade['edited']>): readonly string[] =>
  [
    lazy<typeof import('@site/release-core/config/edited-facts')>(
      '@site/release-core/config/edited-facts',
    ).describeEdited(edited),
  ].filter((line) => line !== null);
