import { escapeHtml } from '@site/contract/escape-html';
import { palette } from '@site/contract/palette';
import type { Action, Block, Inset, Line, Row } from '../text.ts';

const { chalk, edge, ink, inkSoft, paper, sand, tile, warning } = palette;

// Inline, since mail readers drop style sheets. The width of 568 and the padding make 600. Outlook supports only
// `word-break`, not `overflow-wrap`.
const STYLE = {
  page: `margin:0;padding:0;background-color:${chalk}`,
  column: `max-width:568px;margin:0 auto;padding:24px 16px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px;color:${ink};overflow-wrap:break-word;word-break:break-word`,
  title: `margin:0 0 16px;font-size:22px;line-height:28px;color:${ink}`,
  notice: `margin:0 0 16px;padding:12px 16px;border-left:4px solid ${warning};background-color:${sand}`,
  line: 'margin:0 0 16px',
  row: 'margin:0 0 8px',
  rows: 'margin:0 0 24px',
  entry: `margin:0 0 16px;padding:0 0 16px;border-bottom:1px solid ${sand}`,
  entryTitle: 'margin:0 0 4px',
  entryFact: 'margin:0',
  label: 'margin:0 0 8px',
  list: 'margin:0 0 24px;padding:0 0 0 24px',
  item: 'margin:0 0 4px',
  message: `margin:0 0 24px;padding:12px 16px;border-left:4px solid ${edge};background-color:${paper};white-space:pre-wrap`,
  small: `margin:0 0 4px;font-size:13px;line-height:20px;color:${inkSoft}`,
  link: `color:${tile}`,
  actions: 'margin:0 0 16px',
  // A border instead of padding: Outlook drops the padding of links.
  action: `display:inline-block;margin:0 8px 8px 0;border:12px solid ${tile};border-width:12px 20px;border-radius:8px;background-color:${tile};color:${chalk};font-weight:bold;text-decoration:none`,
  // The outline is a shadow: a border already pads the link. Outlook drops it, and a coloured link is left.
  quietAction: `display:inline-block;margin:0 8px 8px 0;border:12px solid ${chalk};border-width:12px 20px;border-radius:8px;background-color:${chalk};box-shadow:0 0 0 1px ${edge};color:${tile};font-weight:bold;text-decoration:none`,
} as const;

type StyleName = keyof typeof STYLE;

export function renderHtml(blocks: readonly Block[], subject: string): string {
  return [
    '<!DOCTYPE html>',
    '<html lang="fr" dir="ltr">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light">',
    // Keeps iOS from turning digits and days in the visitor's text into links.
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
    `<title>${escapeHtml(subject)}</title>`,
    '</head>',
    `<body style="${STYLE.page}">`,
    `<div lang="fr" dir="ltr" style="${STYLE.column}">`,
    ...blocks.map(renderBlock),
    '</div>',
    '</body>',
    '</html>',
  ].join('\n');
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'actions':
      return element('p', 'actions', block.actions.map(renderAction).join(' '));
    case 'rows':
      return element('div', 'rows', block.rows.map(renderRow).join('\n'));
    case 'entry':
      return element('div', 'entry', [renderTitle(block.title), ...block.rows.map(renderEntryRow)].join('\n'));
    case 'list': {
      const items = block.items.map((item) => element('li', 'item', renderLine(item)));
      return `${renderLabel(block.label)}\n${element('ul', 'list', items.join('\n'))}`;
    }
    case 'message':
      // Outlook does not support pre-wrap.
      return `${renderLabel(block.label)}\n<div dir="auto" style="${STYLE.message}">${block.lines.map(escapeHtml).join('<br>')}</div>`;
    case 'title':
      return element('h1', 'title', renderLine(block.line));
    default:
      return element('p', block.kind, renderLine(block.line));
  }
}

function renderAction({ label, href, isQuiet }: Action): string {
  return `<a href="${escapeHtml(href)}" style="${isQuiet ? STYLE.quietAction : STYLE.action}">${escapeHtml(label)}</a>`;
}

function renderRow({ label, value }: Row): string {
  return element('p', 'row', `<b>${escapeHtml(label)}\u00a0:</b> ${renderLine(value)}`);
}

function renderTitle(title: Line): string {
  return element('p', 'entryTitle', `<b>${renderLine(title)}</b>`);
}

function renderEntryRow({ label, value }: Row): string {
  return element('p', 'entryFact', `${escapeHtml(label)}\u00a0: ${renderLine(value)}`);
}

function renderLabel(label: string): string {
  return element('p', 'label', `<b>${escapeHtml(label)}\u00a0:</b>`);
}

function renderLine(line: Line): string {
  return line.map((part) => (typeof part === 'string' ? escapeHtml(part) : renderInset(part))).join('');
}

// dir="auto" confines a text's writing direction to that text.
function renderInset({ text, href }: Inset): string {
  if (!href) return `<span dir="auto">${escapeHtml(text)}</span>`;
  return `<a dir="auto" href="${escapeHtml(href)}" style="${STYLE.link}">${escapeHtml(text)}</a>`;
}

function element(tag: string, style: StyleName, content: string): string {
  return `<${tag} style="${STYLE[style]}">${content}</${tag}>`;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function renderText(blocks: readonly Block[]): string {
  return blocks.map(textOfBlock).join('\n\n');
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'actions':
      return block.actions.map(textOfAction).join('\n');
    case 'rows':
      return block.rows.map(textOfRow).join('\n');
    case 'entry':
      return [`- ${textOfLine(block.title)}`, ...block.rows.map((row) => `  ${textOfRow(row)}`)].join('\n');
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

function textOfRow({ label, value }: Row): string {
  return `${label}\u00a0: ${textOfLine(value)}`;
}

function textOfLine(line: Line): string {
  return line.map((part) => (typeof part === 'string' ? part : textOfInset(part))).join('');
}

/** An address that a page would hide behind words is written out. */
function textOfInset({ text, href }: Inset): string {
  return href?.startsWith('http') && href !== text ? `${isolate(text)}\u00a0: ${href}` : isolate(text);
}

// It is done only when needed, as some mail readers show these two characters.
function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
