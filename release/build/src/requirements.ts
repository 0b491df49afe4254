import { relative, sep } from 'node:path';
import type { BackendCalls } from '@site/contract/backend-calls';
import type { Requirements } from '@site/contract/build';
import {
  isArrayLiteralExpression,
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isNamedExports,
  isNamedImports,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  type Node,
  type SourceFile,
  type StringLiteral,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Project } from 'typescript/unstable/sync';
import { findHostUses } from './types/host-uses';
import { bare, literalText, nodesIn, openProgram, propertyKey } from './types/program';

const SHARED_UI = '@site/shared-ui';

interface Bundle {
  /** Places are named from this folder. */
  readonly root: string;
  readonly modules: readonly string[];
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
    return isImport && literalText(node.arguments[0]) === SHARED_UI ? null : [];
  }
  if (isImportDeclaration(node)) {
    const { importClause, moduleSpecifier } = node;
    if (!importClause || importClause.phaseModifier === SyntaxKind.TypeKeyword) return [];
    if (literalText(moduleSpecifier) !== SHARED_UI) return [];
    const { name, namedBindings } = importClause;
    if (namedBindings && !isNamedImports(namedBindings)) return null;
    return [...(name ? ['default'] : []), ...(namedBindings?.elements.flatMap(valueNames) ?? [])];
  }
  if (!isExportDeclaration(node) || node.isTypeOnly || literalText(node.moduleSpecifier) !== SHARED_UI) return [];
  return node.exportClause && isNamedExports(node.exportClause) ? node.exportClause.elements.flatMap(valueNames) : null;
}

interface Specifier {
  readonly isTypeOnly: boolean;
  readonly propertyName?: { readonly text: string };
  readonly name: { readonly text: string };
}

const valueNames = ({ isTypeOnly, propertyName, name }: Specifier) => (isTypeOnly ? [] : [(propertyName ?? name).text]);

const ADDRESS = /\/rest\/v1\/(?:rpc\/)?(?!rpc\/)(\w+)/;
const TEXTS = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);
const WRITES = ['insert', 'upsert', 'update'];

/** Collects the calls that modules declare with `tableCall` and `functionCalls`. */
function collectCalls() {
  const tables = new Map<string, Set<string>>();
  const functions = new Map<string, Set<string>>();
  const named = new Set<string>();
  const add = (to: Map<string, Set<string>>, name: string, names: readonly string[]) =>
    to.set(name, new Set([...(to.get(name) ?? []), ...names]));
  return {
    add: (node: Node) => {
      const name = nameInCall(node);
      if (name !== undefined) named.add(name);
      if (!isCallExpression(node) || !isIdentifier(node.expression)) return;
      const [first, second] = node.arguments;
      const calls = bare(first);
      if (node.expression.text === 'tableCall') add(tables, literal(literalText(first)), textsOf(second));
      if (node.expression.text !== 'functionCalls') return;
      for (const property of calls && isObjectLiteralExpression(calls) ? calls.properties : [undefined]) {
        const { name = undefined, initializer = undefined } =
          property && isPropertyAssignment(property) ? property : {};
        add(functions, literal(propertyKey(name)), textsOf(initializer));
      }
    },
    list: (): BackendCalls => {
      const undeclared = [...named].filter((name) => !tables.has(name) && !functions.has(name));
      if (undeclared.length > 0)
        throw new Error(`${undeclared.join(', ')} of the backend is called, but ${UNDECLARED}`);
      return { tables: sorted(tables), functions: sorted(functions) };
    },
  };
}

const UNDECLARED = 'not declared with tableCall or functionCalls of @site/contract/backend-calls.';

/** The table or the function that a call names in plain text. */
function nameInCall(node: Node): string | undefined {
  // A template's parts count too.
  const address = TEXTS.has(node.kind) && ADDRESS.exec((node as StringLiteral).text);
  if (address) return address[1];
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression: from } = node.expression;
  if (name.text === 'rpc') return literalText(node.arguments[0]);
  const isWrite = WRITES.includes(name.text) && isCallExpression(from) && isPropertyAccessExpression(from.expression);
  return isWrite && from.expression.name.text === 'from' ? literalText(from.arguments[0]) : undefined;
}

function textsOf(value: Node | undefined): string[] {
  const list = bare(value);
  if (!list || !isArrayLiteralExpression(list)) return [literal(undefined)];
  return list.elements.map((element) => literal(literalText(element)));
}

function literal(text: string | undefined): string {
  if (text !== undefined) return text;
  throw new Error('The build records the calls to the backend: write tableCall and functionCalls with literals only.');
}

const sorted = (calls: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, names]) => [name, [...names].sort()]));
