import type { ChangeAnswer, ChangeDefinition, ChangeMade } from '@site/release-core/changes/change';
import { lazyFrom } from '@site/release-core/lazy';
import type { CommandWording } from '../command';

const lazy = lazyFrom(import.meta.url);

export const wordingOf = ({ unchanged }: ChangeDefinition): CommandWording => ({
  describe: (answer: ChangeAnswer, options, words) => ({
    text: answer.changed
      ? describeMade(answer)
      : (unchanged?.(
          answer,
          words.map((word) => word.replace(/^remote-/, '')),
          { ...options },
        ) ?? ''),
    json: answer,
  }),
});

function describeMade(answer: ChangeMade): string {
  const { command, revoked, parts, held, resumed = [], left, seq, rendered, edited } = answer;
  return [
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

function describePart(command: ChangeMade['command'], { name, from, to }: ChangeMade['parts'][number]): string[] {
  if (to) return [`${name}: ${from ?? 'not active'} → ${to}`];
  if (!from) return [];
  const remedy =
    command === 'deactivate'
      ? `To bring it back: "npx pnpm release activate ${name}@${from}".`
      : 'There is no previous release: publish a corrected one, then activate it.';
  return [`${name}: ${from} is deactivated. ${remedy}`];
}

const describeOverrides = (edited: NonNullable<ChangeMade['edited']>): readonly string[] =>
  [
    lazy<typeof import('@site/release-core/config/edited-facts')>(
      '@site/release-core/config/edited-facts',
    ).describeEdited(edited),
  ].filter((line) => line !== null);
