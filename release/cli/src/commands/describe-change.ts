import type { ChangeAnswer, ChangeMade, Unchanged } from '@site/release-core/changes/answer';
import type { ChangeName } from '@site/release-core/changes/changes';

interface Asked {
  readonly words: readonly string[];
  /** The change that a rollback undoes. */
  readonly change: number | undefined;
}

export const describeChange = (name: ChangeName, answer: ChangeAnswer, asked: Asked): string =>
  answer.changed ? describeMade(answer) : WHY_NOT[name](answer, asked);

const WHY_NOT: Readonly<Record<ChangeName, (found: Unchanged, asked: Asked) => string>> = {
  activate: (_, { words }) => `${words.map(bare).join(', ')} ${words.length > 1 ? 'are' : 'is'} active already.`,
  deactivate: (_, { words: [word = ''] }) => `${bare(word)} is already inactive.`,
  rollback: (found, { change }) =>
    change === undefined
      ? found.parts.map((part) => describeStayed(found, part)).join('\n')
      : `The parts of change ${change} already have the releases from before it.`,
  revoke: (_, { words: [word = ''] }) => `${bare(word)} is revoked already.`,
  compose: () => 'The pages have the data of site.json already.',
};

const bare = (word: string) => word.replace(/^remote-/, '');

function describeStayed({ seq, last }: Unchanged, { name, to, from, active }: Unchanged['parts'][number]): string {
  if (active === from || active === to) return `${name}@${active} is active already.`;
  const lastChange = `the last change is ${seq}, ${last.command} by ${last.who}.`;
  if (!active) return `${name} is not active any more; ${lastChange}`;
  const further = `To go back further: "npx pnpm release rollback ${name} --from ${active}".`;
  return `${name} has left ${from} already, for ${active}; ${lastChange} ${further}`;
}

function describeMade(made: ChangeMade): string {
  const { command, name, revoked, parts, left, seq, rendered, steps = [] } = made;
  return [
    ...steps.map((step, at) => `${at + 1}. ${step.title}: ${step.value}`),
    ...(command === 'revoke' ? [`${name}@${revoked} is revoked.`] : []),
    ...parts.flatMap((part) => describePart(command, part)),
    ...left.map(({ path, to }) => (to ? `${path} leads to ${to}.` : `${path} answers 404 now.`)),
    `Change ${seq}. Rendered: ${rendered.join(', ') || 'nothing'}; in all other pages only the release index was rewritten.`,
  ].join('\n');
}

function describePart(command: ChangeMade['command'], { name, from, to }: ChangeMade['parts'][number]): string[] {
  if (to) return [`${name}: ${from ?? 'not active'} → ${to}`];
  if (!from) return [];
  const remedy =
    command === 'deactivate'
      ? `To bring it back: "npx pnpm release activate ${name}@${from}".`
      : 'No release was active before it: publish a corrected one, then activate it.';
  return [`${name}: ${from} is deactivated. ${remedy}`];
}
