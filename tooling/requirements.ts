import { relative, sep } from 'node:path';
import type { Requirements } from '@site/contract/build';
import {
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isNamedExports,
  isNamedImports,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Project } from 'typescript/unstable/sync';
import { collectCalls } from './declared-calls';
import { findHostUses } from './types/host-uses';
import { nodesIn, textOf } from './types/nodes';
import { openProgram } from './types/program';

const SHARED_UI = '@site/shared-ui';

interface Bundle {
  /** Folder that places are named from. */
  readonly root: string;
  /** Files of all modules. */
  readonly modules: readonly string[];
  /** Files of the pages among them. */
  readonly pages: readonly string[];
  /** File with the interface `Host`; null for the shell, which uses what it offers itself. */
  readonly hostFile: string | null;
}

type Names = Omit<Requirements, 'react'>;

/**
 * Finds which names a bundle imports from shared-ui, which members of the host it uses and which calls to the backend
 * it declares.
 * @throws Error that names the places of uses that cannot be followed, or an undeclared call
 */
export function findUsedNames(bundle: Bundle): Names {
  const { project, close } = openProgram([...bundle.modules, ...(bundle.hostFile ? [bundle.hostFile] : [])]);
  try {
    return namesIn(project, bundle);
  } finally {
    close();
  }
}

/** @throws as `findUsedNames` */
export function namesIn(project: Project, { root, modules, pages, hostFile }: Bundle): Names {
  const read = (files: readonly string[]) => files.map((file) => sourceAt(project, file));
  const sources = read(modules);
  const nodes = sources.flatMap(nodesIn);
  const calls = collectCalls();
  for (const node of nodes) calls.add(node);
  const backend = calls.list();
  if (!hostFile) return { sharedUi: [], host: [], backend };
  const imported = nodes.map((node) => ({ node, names: namesOfSharedUi(node) }));
  const host = findHostUses(project, { modules: sources, pages: read(pages), hostFile });
  const refused = [...imported.filter(({ names }) => !names).map(({ node }) => node), ...host.refused];
  if (refused.length > 0) throw new Error(`${NOT_FOLLOWED}\n${refused.map((node) => placeOf(node, root)).join('\n')}`);
  const sharedUi = new Set(imported.flatMap(({ names }) => names ?? []));
  return { sharedUi: [...sharedUi].sort(), host: [...host.members].sort(), backend };
}

const NOT_FOLLOWED =
  'The build records what a part uses of the host and of shared-ui, and cannot follow the uses below. Read members by their names, pass the host only to what has the type Host, and import names.';

function sourceAt({ program }: Project, file: string): SourceFile {
  const source = program.getSourceFile(file);
  if (!source) throw new Error(`The compiler cannot read ${file}.`);
  return source;
}

function placeOf(node: Node, root: string): string {
  const source = node.getSourceFile();
  const start = node.getStart();
  const { line } = source.getLineAndCharacterOfPosition(start);
  const [code = ''] = source.text.slice(start, node.end).split('\n');
  return `  ${relative(root, source.fileName).replaceAll(sep, '/')}:${line + 1}  ${code}`;
}

/** Returns the names that a node imports, or null if it imports all of them. */
function namesOfSharedUi(node: Node): readonly string[] | null {
  if (isCallExpression(node)) {
    const isImport = node.expression.kind === SyntaxKind.ImportKeyword;
    return isImport && textOf(node.arguments[0]) === SHARED_UI ? null : [];
  }
  if (isImportDeclaration(node)) {
    const { importClause, moduleSpecifier } = node;
    if (!importClause || importClause.phaseModifier === SyntaxKind.TypeKeyword) return [];
    if (textOf(moduleSpecifier) !== SHARED_UI) return [];
    const { name, namedBindings } = importClause;
    if (namedBindings && !isNamedImports(namedBindings)) return null;
    return [...(name ? ['default'] : []), ...(namedBindings?.elements.flatMap(valueNames) ?? [])];
  }
  if (!isExportDeclaration(node) || node.isTypeOnly || textOf(node.moduleSpecifier) !== SHARED_UI) return [];
  return node.exportClause && isNamedExports(node.exportClause) ? node.exportClause.elements.flatMap(valueNames) : null;
}

interface Specifier {
  readonly isTypeOnly: boolean;
  readonly propertyName?: { readonly text: string };
  readonly name: { readonly text: string };
}

const valueNames = ({ isTypeOnly, propertyName, name }: Specifier) => (isTypeOnly ? [] : [(propertyName ?? name).text]);
