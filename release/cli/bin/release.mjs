#!/usr/bin/env node
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('@site/tooling/load-typescript');
require('../src/bin/cli.ts');
