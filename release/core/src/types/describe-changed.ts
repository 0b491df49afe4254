import { sanitizeForTerminal } from '@site/terminal/terminal-text';
import type { ChangedType } from './changed-types';

/** Each name with the remotes that use it, then the lines that only the old or only the new declaration has. */
export const describeChangedTypes = (changed: readonly ChangedType[]): readonly string[] =>
  changed.flatMap(({ name, old, now, usedBy }) => [
    `${name} has another type than ${usedBy.join(', ')} ${usedBy.length > 1 ? 'were' : 'was'} built against:`,
    ...onlyIn(old, now).map((line) => `  − ${line}`),
    ...onlyIn(now, old).map((line) => `  + ${line}`),
  ]);

export const acceptFlags = (names: Iterable<string>) => [...new Set(names)].map((name) => `--accept ${name}`).join(' ');

function onlyIn(text: string, other: string): readonly string[] {
  const left = linesOf(other);
  return linesOf(text).filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const linesOf = (text: string) => text.split('\n').map((line) => sanitizeForTerminal(line.trim()));
