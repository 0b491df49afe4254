import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a picture of the site shows, recorded beside it, so that a test finds one that is out of date. */
export interface PictureContent {
  /** Visible texts that stand in the sources as they are. */
  readonly texts: readonly string[];
  /** Hashes the colours and measures of the design system. */
  readonly look: string;
}

const LOOK = ['contract/src/palette.ts', 'shared-ui/src/theme/tokens.ts'];
const COLOUR_OR_MEASURE = /\w+: (?:'#\w+'|\{ value: .*)/g;
const NO_BREAK_ESCAPES = /\\u(?:00a0|202f)/gi;
/** Shorter texts may stand anywhere by chance. */
const SHORTEST = 12;

const withPlainSpaces = (text: string) => text.replaceAll(NO_BREAK_ESCAPES, ' ').replaceAll(/\s+/g, ' ').trim();

function readContents(root: string): string {
  const folders = readdirSync(root).map((name) => join(root, name, 'src/content'));
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return withPlainSpaces([...files, join(root, 'site.json')].map((file) => readFileSync(file, 'utf8')).join('\n'));
}

/** @param visible all texts in the picture; figures, dates and names of people are in no source and are left out */
export function describePictured(root: string, visible: readonly string[]): PictureContent {
  const contents = readContents(root);
  const texts = [...new Set(visible.map(withPlainSpaces))].filter(
    (text) => text.length >= SHORTEST && contents.includes(text),
  );
  const look = createHash('sha256');
  for (const file of LOOK) {
    for (const [value] of readFileSync(join(root, file), 'utf8').matchAll(COLOUR_OR_MEASURE)) look.update(value);
  }
  return { texts: texts.sort(), look: look.digest('hex') };
}
