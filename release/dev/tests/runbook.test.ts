import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';

const text = readFileSync(join(root, 'docs/hosting/runbook.md'), 'utf8');
const withoutCode = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
const signs = [...withoutCode.matchAll(/^\| (.+?) +\|/gm)].map(([, sign = '']) => sign);

/** What the messages fill in. */
const VALUES = /…|\d+|s3:\/\/|"\w+"|(?:\/etc\/site\/)?\w+\.json|^PostgreSQL(?= has| does)|\bshell\b/;
const folders = ['backend', 'release/core', 'release/server', 'release/cli'].map((name) => join(root, name, 'src'));

test('the sources contain every message by which the reader finds a row', () => {
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  const sources = files
    .filter(({ name }) => /(?<!\.test)\.ts$/.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n');
  const messages = signs.flatMap((sign) => [...sign.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message));
  const ours = messages.filter((message) => / \w/.test(message) && !/^(?:curl|site|No space)\b/.test(message));
  expect(ours.length).toBeGreaterThan(25);
  const inOneLine = (message: string) => {
    const parts = message.split(VALUES).map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(parts.join('.*')).test(sources);
  };
  expect(ours.filter((message) => !inOneLine(message))).toEqual([]);
});
