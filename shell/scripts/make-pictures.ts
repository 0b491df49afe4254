import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { palette } from '@site/contract/palette';
import { readDrawings } from './drawings';

// Chromium draws the pictures, because it supports the site's variable fonts.
const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const chromium = process.env.CHROMIUM_PATH || installed.find((path) => existsSync(path)) || 'chromium';

const pictures = join(import.meta.dirname, '../pictures');
const sharedUi = createRequire(join(import.meta.dirname, '../node_modules/@site/shared-ui/package.json'));
const scratch = mkdtempSync(join(tmpdir(), 'pictures-'));

const FONTS = {
  'Bricolage Grotesque': 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  Figtree: 'figtree/files/figtree-latin-wght-normal.woff2',
};
const ICO_SIZE = 32;
const TOUCH_ICON_SIZE = 180;
const fontFaces = Object.entries(FONTS)
  .map(([family, file]) => {
    const font = readFileSync(sharedUi.resolve(`@fontsource-variable/${file}`)).toString('base64');
    return `@font-face{font-family:'${family}';src:url(data:font/woff2;base64,${font});font-weight:200 900}`;
  })
  .join('');

function draw(svg: string, [width, height]: readonly [number, number], background = 'transparent'): Buffer {
  const page = join(scratch, 'page.html');
  const picture = join(scratch, 'picture.png');
  const css = `${fontFaces}body{margin:0;background:${background}}svg{display:block;width:${width}px;height:${height}px}`;
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>${css}</style>${svg}`);
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'];
  const size = [`--window-size=${width},${height}`, '--default-background-color=00000000'];
  execFileSync(
    chromium,
    [...flags, ...size, '--virtual-time-budget=2000', `--screenshot=${picture}`, pathToFileURL(page).href],
    { stdio: 'ignore' },
  );
  return readFileSync(picture);
}

function ico(png: Buffer, size: number) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const { favicon, og, space, hash } = readDrawings(import.meta.dirname);

writeFileSync(join(pictures, 'favicon.svg'), favicon);
writeFileSync(join(pictures, 'favicon.ico'), ico(draw(favicon, [ICO_SIZE, ICO_SIZE]), ICO_SIZE));
// Systems round the icon themselves: the colour fills its rounded corners.
writeFileSync(join(pictures, 'apple-touch-icon.png'), draw(favicon, [TOUCH_ICON_SIZE, TOUCH_ICON_SIZE], palette.tile));
writeFileSync(join(pictures, 'og.png'), draw(og, [1200, 630]));

// The owner's space has an icon of its own. Systems cut the maskable one to their own shape, of which 80 % are safe.
const app = join(import.meta.dirname, '../../remote-owner/app');
const maskable = space
  .replace('0 0 32 32', '-4 -4 40 40')
  .replace('<rect width="32" height="32" rx="7"', '<rect x="-4" y="-4" width="40" height="40"');
for (const size of [192, 512]) writeFileSync(join(app, `icon-${size}.png`), draw(space, [size, size]));
writeFileSync(join(app, 'icon-maskable.png'), draw(maskable, [512, 512]));
const manifest = join(app, 'manifest.webmanifest');
writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/#[\dA-F]{6}/g, palette.paper));
writeFileSync(join(import.meta.dirname, 'drawn.sha256'), `${hash}\n`);
rmSync(scratch, { recursive: true });
