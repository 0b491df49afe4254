import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fontverter from 'fontverter';
import * as hb from 'harfbuzzjs';
import { optimize } from 'svgo';

const FONT = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');
/** Steps per em: a tenth of a pixel for the drawings’ usual text, at most a fifth. A finer grid costs bytes. */
const GRID = 250;
const REGULAR = '400';
/** The share of the line's width that is left of x. */
const ANCHORS = { start: 0, middle: 0.5, end: 1 };

const figtree = fontverter
  .convert(readFileSync(fileURLToPath(FONT)), 'sfnt')
  .then((font) => new hb.Face(new hb.Blob(font)));

/**
 * A loader that replaces a drawing's text by outlines, because a picture in an `<img>` cannot use the page's fonts.
 * @param {string} source SVG in which each `<text>` is one line
 */
export default async function outlineText(source) {
  const face = await figtree;
  return optimize(source, { plugins: [outlines(face), 'removeComments', 'cleanupIds'] }).data;
}

const outlines = (face) => ({
  name: 'outline-text',
  fn: () => {
    const styles = [{}];
    const enter = (node) => {
      const style = { ...styles.at(-1), ...node.attributes };
      styles.push(style);
      if (node.name === 'text') replaceText(node, style, face);
      for (const name of ['font-family', 'font-size', 'font-weight', 'text-anchor']) delete node.attributes[name];
    };
    return { element: { enter, exit: () => void styles.pop() } };
  },
});

function replaceText(node, style, face) {
  const [line] = node.children;
  if (line?.type !== 'text' || node.children.length > 1) {
    throw new Error('A drawing has a <text> with elements inside: write one <text> for each line.');
  }
  const { x = 0, y = 0, transform = '', ...attributes } = node.attributes;
  const { path, width } = layOut(line.value, style['font-weight'] ?? REGULAR, face);
  const scale = Number(style['font-size']) / GRID;
  const left = Number(x) - ANCHORS[style['text-anchor'] ?? 'start'] * width * scale;
  const place = `matrix(${round(scale)} 0 0 ${-round(scale)} ${round(left)} ${y})`;
  node.name = 'path';
  node.attributes = { ...attributes, transform: `${transform}${place}`, d: path };
  node.children = [];
}

const round = (value) => Number(value.toFixed(4));

/** Returns the outlines of a line in grid steps; x is 0 at its left end, y points upwards. */
function layOut(line, weight, face) {
  const font = new hb.Font(face);
  font.setVariations([new hb.Variation('wght', Number(weight))]);
  const buffer = new hb.Buffer();
  buffer.addText(line);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const toGrid = GRID / face.upem;
  let width = 0;
  let path = '';
  for (const { codepoint, xAdvance } of buffer.getGlyphInfosAndPositions()) {
    if (codepoint === 0) throw new Error(`A drawing says « ${line} », and Figtree lacks one of its letters.`);
    path += outline(font.glyphToJson(codepoint), Math.round(width), toGrid);
    width += xAdvance * toGrid;
  }
  return { path, width };
}

/** Uses relative commands, so that a letter has the same bytes at every position: compressed, half the size. */
function outline(commands, left, toGrid) {
  let from = [0, 0];
  let path = '';
  for (const { type, values } of commands) {
    const points = values.map((value, at) => Math.round(value * toGrid) + (at % 2 === 0 ? left : 0));
    const isAbsolute = type === 'M';
    path += isAbsolute ? type : type.toLowerCase();
    path += points.map((value, at) => (isAbsolute ? value : value - from[at % 2])).join(' ');
    if (points.length > 0) from = points.slice(-2);
  }
  return path;
}
