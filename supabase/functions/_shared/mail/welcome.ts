import type { Block } from '../body.ts';
import { spaceWording } from '../content/space.ts';
import { welcomeWording } from '../content/welcome.ts';
import { forHeader } from '../sanitize-text.ts';
import type { SpaceLinks } from './space-links.ts';

const LONGEST_PRODUCT = 80;

export const welcomeSubject = (product: string): string => welcomeWording.subject(forHeader(product, LONGEST_PRODUCT));

export function welcomeBody(links: SpaceLinks | null): Block[] {
  const { title, text, open, label, steps } = welcomeWording;
  return [
    { kind: 'title', line: [title] },
    { kind: 'line', line: [text] },
    links
      ? { kind: 'actions', actions: [{ label: open, href: links.all }] }
      : { kind: 'line', line: [spaceWording.withoutOrigin] },
    { kind: 'list', label, items: steps.map((step) => [step]) },
  ];
}
