import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { base, output } from '@site/release-build/rspack.base';

const SHELL = '@site/shell/src/main';

/** The same modules with the same loaders and minifier, without federation: one script for each page. */
const config: Configuration = {
  ...base(import.meta.dirname, false),
  target: ['web', 'es2022'],
  entry: { landing: ['./landing.ts', SHELL], booking: ['./booking.ts', SHELL] },
  output: { ...output(import.meta.dirname), path: join(import.meta.dirname, 'dist'), publicPath: '/r/bundle/' },
  plugins: [
    new rspack.NormalModuleReplacementPlugin(/\/load-remote$/, join(import.meta.dirname, 'load-bundled-page.ts')),
  ],
};

export default config;
