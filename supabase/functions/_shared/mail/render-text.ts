import type { Action, Block, Fact, Line } from '../body.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function renderText(blocks: readonly Block[]): string {
  return blocks.map(textOfBlock).join('\n\n');
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'actions':
      return block.actions.map(textOfAction).join('\n');
    case 'facts':
      return block.facts.map(textOfFact).join('\n');
    case 'entry':
      return [`- ${textOfLine(block.title)}`, ...block.facts.map((fact) => `  ${textOfFact(fact)}`)].join('\n');
    case 'list':
      return [`${block.label}\u00a0:`, ...block.items.map((item) => `- ${textOfLine(item)}`)].join('\n');
    case 'message':
      // Each line is marked, so that a message cannot imitate a line of the mail.
      return [`${block.label}\u00a0:`, ...block.lines.map((line) => `> ${isolate(line)}`.trimEnd())].join('\n');
    default:
      return textOfLine(block.line);
  }
}

/** A telephone number reads better without `tel:`. */
function textOfAction({ label, href }: Action): string {
  return `${label}\u00a0: ${href.replace(/^tel:/, '')}`;
}

function textOfFact({ label, value }: Fact): string {
  return `${label}\u00a0: ${textOfLine(value)}`;
}

function textOfLine(line: Line): string {
  return line.map((part) => (typeof part === 'string' ? part : isolate(part.text))).join('');
}

// Only when needed: some mail readers show these two characters.
function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
