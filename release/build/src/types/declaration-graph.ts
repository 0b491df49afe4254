import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseSync } from '@swc/core';
import { ALL, type Node, nameOf, normalForm, type Reference, textOf } from './syntax';

const OURS = /^(\.|@site\/)/;
const ENDING = /(\.d)?\.(tsx?|js)$/;

export interface Declaration {
  readonly name: string;
  readonly file: Declarations;
  readonly nodes: readonly Node[];
}

/** A third party's name; `from` is its package with the version. */
interface ExternalType {
  readonly external: string;
  readonly from: string;
}

export type Target = Declaration | ExternalType;

export class DeclarationGraph {
  private readonly modules = new Map<string, Declarations>();
  private readonly found = new Map<string, Declaration>();

  /** @param emitted declarations by the path of their source, without its ending */
  constructor(private readonly emitted: ReadonlyMap<string, string>) {}

  exportsOf(file: string): ReadonlyMap<string, Target> {
    const { path, exported, reExportedModules } = this.moduleAt(file.replace(ENDING, ''));
    const whole = reExportedModules
      .filter((module) => OURS.test(module))
      .map((module) => this.exportsOf(this.pathOf(module, path)));
    const own = [...exported.keys()].flatMap((name): [string, Target][] => {
      const target = this.exported(name, path);
      return target ? [[name, target]] : [];
    });
    return new Map([...whole.flatMap((names) => [...names]), ...own]);
  }

  /** Returns the targets of a reference: several for a whole module, none for built-in names. */
  follow({ name, module }: Reference, { file }: Declaration): readonly Target[] {
    if (module !== undefined) return this.inModule({ name, module }, file.path);
    const local = this.local(name, file);
    if (local) return [local];
    const imported = file.imported.get(name);
    return imported ? this.inModule(imported, file.path) : [];
  }

  private inModule({ name, module }: Required<Reference>, from: string): readonly Target[] {
    if (!OURS.test(module)) {
      return [{ external: `${packageOf(module)}#${name}`, from: typesOf(packageOf(module), dirname(from)) }];
    }
    const path = this.pathOf(module, from);
    if (name === ALL) return [...this.exportsOf(path).values()];
    const target = this.exported(name, path);
    if (target) return [target];
    throw new Error(`${from} refers to ${name} of ${module}, which does not export it.`);
  }

  private exported(name: string, path: string): Target | undefined {
    const file = this.moduleAt(path);
    const reference = file.exported.get(name);
    if (!reference) return this.reExported(name, file);
    if (reference.module !== undefined) return this.inModule({ ...reference, module: reference.module }, path)[0];
    const imported = file.imported.get(reference.name);
    return this.local(reference.name, file) ?? (imported && this.inModule(imported, path)[0]);
  }

  private reExported(name: string, { path, reExportedModules }: Declarations): Target | undefined {
    const ours = reExportedModules
      .filter((module) => OURS.test(module))
      .map((module) => this.exported(name, this.pathOf(module, path)));
    return ours.find((declaration) => declaration !== undefined);
  }

  private local(name: string, file: Declarations): Declaration | undefined {
    const nodes = file.declared.get(name);
    if (!nodes) return undefined;
    const key = `${file.path}#${name}`;
    const declaration = this.found.get(key) ?? { name, file, nodes: nodes.map((node) => normalForm(node) as Node) };
    this.found.set(key, declaration);
    return declaration;
  }

  private pathOf(specifier: string, from: string): string {
    if (specifier.startsWith('@')) return createRequire(`${from}.ts`).resolve(specifier).replace(ENDING, '');
    const path = resolve(dirname(from), specifier).replace(ENDING, '');
    return this.has(path) ? path : `${path}/index`;
  }

  private has(path: string) {
    return this.emitted.has(path) || existsSync(`${path}.d.ts`);
  }

  private moduleAt(path: string): Declarations {
    const cached = this.modules.get(path);
    if (cached) return cached;
    // A published package has its declarations beside its code.
    const source = this.emitted.get(path) ?? readFileSync(`${path}.d.ts`, 'utf8');
    const parsed = parseDeclarations(path, source);
    this.modules.set(path, parsed);
    return parsed;
  }
}

interface Declarations {
  readonly path: string;
  /** Several nodes of one name are overloads, or parts of one interface. */
  readonly declared: ReadonlyMap<string, readonly Node[]>;
  readonly imported: ReadonlyMap<string, Required<Reference>>;
  readonly exported: ReadonlyMap<string, Reference>;
  readonly reExportedModules: readonly string[];
}

const DECLARATION_NAMES = ['id', 'identifier'] as const;

function parseDeclarations(path: string, source: string): Declarations {
  const { body } = parseSync(source, { syntax: 'typescript', target: 'es2022' }) as unknown as {
    body: readonly Node[];
  };
  const declared = new Map<string, Node[]>();
  const imported = new Map<string, Required<Reference>>();
  const exported = new Map<string, Reference>();
  const reExportedModules: string[] = [];
  for (const item of body) {
    const module = textOf(item.source);
    if (item.type === 'ImportDeclaration' && module) {
      for (const specifier of specifiersOf(item))
        imported.set(nameOf(specifier.local) ?? '', { name: importedName(specifier), module });
    } else if (item.type === 'ExportAllDeclaration' && module) reExportedModules.push(module);
    else if (item.type === 'ExportNamedDeclaration') {
      for (const specifier of specifiersOf(item)) exported.set(...exportedName(specifier, module));
    } else {
      for (const { name, node } of declarationsIn(item)) {
        declared.set(name, [...(declared.get(name) ?? []), node]);
        if (item.type === 'ExportDeclaration') exported.set(name, { name });
      }
    }
  }
  return { path, declared, imported, exported, reExportedModules };
}

function declarationsIn(item: Node): readonly { readonly name: string; readonly node: Node }[] {
  const node = item.type === 'ExportDeclaration' ? (item.declaration as Node) : item;
  if (node.type === 'VariableDeclaration') {
    const all = node.declarations as readonly Node[];
    return all.map((variable) => ({ name: nameOf(variable.id) ?? '', node: { ...node, declarations: [variable] } }));
  }
  const name = DECLARATION_NAMES.map((part) => nameOf(node[part])).find((text) => text !== undefined);
  return name === undefined ? [] : [{ name, node }];
}

const specifiersOf = (item: Node) => item.specifiers as readonly Node[];

function importedName({ type, local, imported }: Node): string {
  if (type === 'ImportDefaultSpecifier') return 'default';
  return type === 'ImportNamespaceSpecifier' ? ALL : (nameOf(imported) ?? nameOf(local) ?? ALL);
}

function exportedName({ type, orig, exported, name }: Node, module: string | undefined): [string, Reference] {
  const from = module === undefined ? {} : { module };
  if (type === 'ExportNamespaceSpecifier') return [nameOf(name) ?? '', { name: ALL, ...from }];
  const original = nameOf(orig) ?? '';
  return [nameOf(exported) ?? original, { name: original, ...from }];
}

/** `@scope/name/part` is in the package `@scope/name`. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns the package that declares a third party's types, with its version, as resolved from a folder. */
function typesOf(name: string, folder: string): string {
  for (const candidate of [`@types/${name.replace(/^@/, '').replace('/', '__')}`, name]) {
    const version = findVersion(candidate, folder);
    if (version) return `${candidate} ${version}`;
  }
  // Node's own modules have no package.
  return name;
}

function findVersion(name: string, folder: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return dirname(folder) === folder ? undefined : findVersion(name, dirname(folder));
}
