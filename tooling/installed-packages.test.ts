import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Imported {
  readonly version: string;
}

interface Importer {
  readonly dependencies?: Readonly<Record<string, Imported>>;
  readonly optionalDependencies?: Readonly<Record<string, Imported>>;
}

interface Lockfile {
  readonly importers: Readonly<Record<string, Importer>>;
  readonly packages: Readonly<
    Record<
      string,
      { readonly os?: readonly string[]; readonly cpu?: readonly string[]; readonly libc?: readonly string[] }
    >
  >;
  readonly snapshots: Readonly<Record<string, Dependencies>>;
}

const root = join(__dirname, '..');
/** Of these, about 440 are needed. Each further one makes every first start slower. */
const MAX_TO_START = 470;

const { importers, packages, snapshots } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) as Lockfile;

const keyOf = ([name, version]: readonly [string, string]) => (version in snapshots ? version : `${name}@${version}`);
const withoutPeers = (key: string) => key.split('(')[0] ?? '';

function isForLinux(key: string) {
  const { os = ['linux'], cpu = ['x64'], libc = ['glibc'] } = packages[withoutPeers(key)] ?? {};
  return os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
}

/** The packages that `pnpm install --prod` installs on Linux. */
function packagesToStart(): ReadonlySet<string> {
  const direct = Object.values(importers).flatMap(({ dependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, { version }]) => keyOf([name, version])),
  );
  const reached = new Set<string>();
  const visit = (key: string) => {
    const snapshot = snapshots[key];
    if (!snapshot || reached.has(key) || !isForLinux(key)) return;
    reached.add(key);
    const { dependencies, optionalDependencies } = snapshot;
    for (const dependency of Object.entries({ ...dependencies, ...optionalDependencies })) visit(keyOf(dependency));
  };
  direct.forEach(visit);
  return new Set([...reached].map(withoutPeers));
}

test(`a first start installs at most ${MAX_TO_START} packages`, () => {
  const { size } = packagesToStart();
  expect(size).toBeGreaterThan(300);
  expect(size).toBeLessThanOrEqual(MAX_TO_START);
});

test('a first start installs neither a test runner, nor linters, nor browsers’ drivers for tests', () => {
  const names = [...packagesToStart()].map((key) => key.slice(0, key.lastIndexOf('@')));
  for (const name of ['jest', '@biomejs/biome', 'knip', '@playwright/test', 'html-validate', 'doiuse']) {
    expect(names).not.toContain(name);
  }
});

test('every command of the workspace first installs the packages that it needs', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const installs = /^(?:pnpm install && |node tooling\/install-and-run\.cjs )/;
  expect(Object.entries(scripts).filter(([, script]) => !installs.test(script))).toEqual([]);
});
