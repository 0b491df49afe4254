import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { base, output } from '@site/tooling/rspack.base';

/** The same modules with the same loaders and minifier, without federation: one script for each page. */
const config: Configuration = {
  ...base(import.meta.dirname, false),
  target: ['web', 'es2022'],
  entry: { landing: './landing.tsx', booking: './booking.tsx' },
  output: { ...output(import.meta.dirname), path: join(import.meta.dirname, 'dist'), publicPath: '/r/bundle/' },
};

export default config;
