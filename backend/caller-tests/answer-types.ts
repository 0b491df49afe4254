import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { OwnerCalls } from '@site/remote-owner/src/api/wire';

type Name = keyof OwnerCalls;

export interface OwnerAnswer {
  readonly name: Name;
  readonly answer: unknown;
}

const root = join(__dirname, '../..');
const COMPILER = join(dirname(createRequire(__filename).resolve('typescript/package.json')), 'bin/tsc');
const WIRE = join(root, 'remote-owner/src/api/wire');

/**
 * What the compiler says of real answers as values of the types that remote-owner reads, and of the list of
 * functions.
 */
export async function findTypeErrors(functions: readonly string[], answers: readonly OwnerAnswer[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  const listed = Object.fromEntries(functions.map((name) => [name, true]));
  const source = [
    `import type { OwnerCalls } from ${JSON.stringify(WIRE)};`,
    `export const functions: Readonly<Record<keyof OwnerCalls, true>> = ${JSON.stringify(listed)};`,
    ...answers.flatMap(({ name, answer }, at) => [
      // Of a constant, the compiler accepts further keys, which other readers have.
      `const given_${at} = ${JSON.stringify({ value: answer })} as const;`,
      `export const ${name}_${at}: Pick<OwnerCalls['${name}'], 'value'> = given_${at};`,
    ]),
  ];
  const project = join(folder, 'tsconfig.json');
  writeFileSync(join(folder, 'answers.ts'), source.join('\n'));
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), ...PROGRAM }));
  return promisify(execFile)(process.execPath, [COMPILER, '-p', project])
    .then(
      () => '',
      ({ stdout = '', message }: { readonly stdout?: string; readonly message: string }) => stdout || message,
    )
    .finally(() => rmSync(folder, { recursive: true }));
}

const PROGRAM = { compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] }, files: ['answers.ts'] };

const FORMATS = [
  [/At$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
  [/On$|^(date|dates|first|last|off|days)$/, /^\d{4}-\d\d-\d\d$/],
  [/^(from|to)$/, /^(\d\d:\d\d|\d{4}-\d\d-\d\d)$/],
] as const;

/** The texts whose names say that they are a moment, a day or a time, and that are none. */
export function findWrongFormats(value: unknown, key = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => findWrongFormats(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => findWrongFormats(one, name));
  const format = FORMATS.find(([names]) => names.test(key))?.[1];
  return typeof value !== 'string' || !format || format.test(value) ? [] : [`${key}: ${value}`];
}
