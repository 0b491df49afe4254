import { parseSync } from '@swc/core';
import { ALL, type Reference } from './rename';
import { type Node, nameOf, textOf } from './syntax';

export interface Declarations {
  readonly path: string;
  /** Several nodes of one name are overloads, or parts of one interface. */
  readonly declared: ReadonlyMap<string, readonly Node[]>;
  readonly imported: ReadonlyMap<string, Required<Reference>>;
  readonly exported: ReadonlyMap<string, Reference>;
  /** Modules of `export * from`. */
  readonly reExportedModules: readonly string[];
}

const DECLARATION_NAMES = ['id', 'identifier'] as const;

export function parseDeclarations(path: string, source: string): Declarations {
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
