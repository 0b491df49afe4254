import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { BackendCalls } from '@site/contract/backend-calls';
import type { Requirements } from '@site/contract/build';
import { parseSync } from '@swc/core';
import { type Node, nameOf, textOf as stringOf } from './types/syntax';

const SHARED_UI = '@site/shared-ui';

interface Bundle {
  readonly root: string;
  readonly modules: readonly string[];
  /** File with the interface `Host`; null for the shell, which uses what it offers itself. */
  readonly hostFile: string | null;
}

/**
 * Finds which names a bundle imports from shared-ui, which members of the host it may use and which calls to the
 * backend it declares. A member counts as used where a module of the workspace reads a property of its name. That
 * finds some members too many. It misses computed names, and what third-party code reads from the host.
 * @throws Error that names the places of imports that cannot be followed, or an undeclared call
 */
export function findUsedNames({ root, modules, hostFile }: Bundle): Omit<Requirements, 'react'> {
  const nodes = modules.flatMap((file) => nodesIn(file).map((node) => ({ file, node })));
  const calls = collectCalls();
  for (const { node } of nodes) calls.add(node);
  const backend = calls.list();
  if (!hostFile) return { sharedUi: [], host: [], backend };
  const imported = nodes.map((one) => ({ ...one, names: namesOfSharedUi(one.node) }));
  const refused = imported.filter(({ names }) => !names).map(({ file, node }) => placeOf(file, node, root));
  if (refused.length > 0) throw new Error(`${NOT_FOLLOWED}\n${refused.join('\n')}`);
  const sharedUi = new Set(imported.flatMap(({ names }) => names ?? []));
  const read = new Set(nodes.flatMap(({ node }) => namesRead(node)));
  return { sharedUi: [...sharedUi].sort(), host: membersIn(hostFile).filter((name) => read.has(name)), backend };
}

const NOT_FOLLOWED =
  'The build records which names of shared-ui a part uses, and cannot follow the imports below: import names.';

function parse(file: string): Node {
  const isTyped = /\.[cm]?tsx?$/.test(file);
  const syntax = isTyped
    ? ({ syntax: 'typescript', tsx: file.endsWith('x') } as const)
    : ({ syntax: 'ecmascript', jsx: true } as const);
  return parseSync(readFileSync(file, 'utf8'), { ...syntax, target: 'es2022' }) as unknown as Node;
}

function nodesIn(file: string): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type && ONLY_TYPES.test(node.type)) return;
    if (node.type) nodes.push(node);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parse(file).body);
  return nodes;
}

/** Other kinds of TypeScript's nodes contain an expression, such as `as const`. */
const ONLY_TYPES =
  /^Ts(?!As|Satisfies|NonNull|Export|TypeAssertion|ConstAssertion|Instantiation|Enum|Module|Parameter)/;

function membersIn(hostFile: string): readonly string[] {
  const declared = (parse(hostFile).body as readonly Node[]).map((item) => (item.declaration ?? item) as Node);
  const host = declared.find(({ type, id }) => type === 'TsInterfaceDeclaration' && nameOf(id) === 'Host');
  if (!host) throw new Error(`${hostFile} has no interface Host.`);
  const { body } = host.body as { readonly body: readonly Node[] };
  return body.flatMap(({ key }) => nameOf(key) ?? []).sort();
}

/** Names after a dot, in a pattern, in brackets, and texts, which may be names in brackets elsewhere. */
function namesRead({ type, property, key, ...node }: Node): readonly (string | undefined)[] {
  if (type === 'MemberExpression' || type === 'JSXMemberExpression') return [nameOf(property)];
  if (type === 'AssignmentPatternProperty' || type === 'KeyValuePatternProperty') return [nameOf(key)];
  return [type === 'TemplateElement' ? String(node.cooked) : stringOf({ type, ...node })];
}

function placeOf(file: string, { span }: Node, root: string): string {
  const source = readFileSync(file);
  // Positions are counted in bytes, from 1.
  const start = (span as { readonly start: number }).start - 1;
  const line = source.subarray(0, start).toString().split('\n').length;
  const [code = ''] = source.subarray(start).toString().split('\n');
  return `  ${relative(root, file).replaceAll(sep, '/')}:${line}  ${code}`;
}

/** Returns the names that a node imports, or null if it imports all of them. */
function namesOfSharedUi(node: Node): readonly string[] | null {
  const { type, source, typeOnly, specifiers = [], callee } = node;
  if (type === 'CallExpression') {
    const isImport = (callee as Node).type === 'Import';
    return isImport && textOf(argumentsOf(node)[0]) === SHARED_UI ? null : [];
  }
  const isOther = typeOnly === true || stringOf(source) !== SHARED_UI;
  if (!/^(Import|Export(Named|All))Declaration$/.test(type) || isOther) return [];
  if (type === 'ExportAllDeclaration') return null;
  const names = (specifiers as readonly Node[]).map(specifierName);
  return names.includes(null) ? null : names.filter((name) => typeof name === 'string');
}

/** Undefined for a type, null for all names. */
function specifierName({ type, isTypeOnly, imported, local, orig }: Node): string | null | undefined {
  if (type === 'ImportDefaultSpecifier') return 'default';
  if (type !== 'ImportSpecifier' && type !== 'ExportSpecifier') return null;
  return isTypeOnly ? undefined : nameOf(orig ?? imported ?? local);
}

const ADDRESS = /\/rest\/v1\/(?:rpc\/)?(?!rpc\/)(\w+)/;
const WRITES = ['insert', 'upsert', 'update'];

function collectCalls() {
  const tables = new Map<string, Set<string>>();
  const functions = new Map<string, Set<string>>();
  const calledNames = new Set<string>();
  const add = (to: Map<string, Set<string>>, name: string, names: readonly string[]) =>
    to.set(name, new Set([...(to.get(name) ?? []), ...names]));
  return {
    add: (node: Node) => {
      const name = nameInCall(node);
      if (name !== undefined) calledNames.add(name);
      const [first, second] = argumentsOf(node);
      const called = nameOf(node.callee);
      if (called === 'tableCall') add(tables, literal(textOf(first)), textsOf(second));
      if (called !== 'functionCalls') return;
      const calls = bare(first);
      const properties = calls?.type === 'ObjectExpression' ? (calls.properties as readonly Node[]) : [undefined];
      for (const property of properties) {
        add(functions, literal(nameOf(property?.key) ?? textOf(property?.key)), textsOf(property?.value));
      }
    },
    list: (): BackendCalls => {
      const undeclared = [...calledNames].filter((name) => !tables.has(name) && !functions.has(name));
      if (undeclared.length > 0)
        throw new Error(`${undeclared.join(', ')} of the backend is called, but ${UNDECLARED}`);
      return { tables: sorted(tables), functions: sorted(functions) };
    },
  };
}

const UNDECLARED = 'not declared with tableCall or functionCalls of @site/contract/backend-calls.';

const argumentsOf = ({ type, arguments: given }: Node): readonly Node[] =>
  type === 'CallExpression' ? (given as readonly { expression: Node }[]).map(({ expression }) => expression) : [];

function nameInCall(node: Node): string | undefined {
  // A template's parts count too.
  const address = ADDRESS.exec(stringOf(node) ?? (node.type === 'TemplateElement' ? String(node.raw) : ''));
  if (address) return address[1];
  const [first] = argumentsOf(node);
  const method = calledMethod(node);
  if (method?.name === 'rpc') return textOf(first);
  const from = method && WRITES.includes(method.name) ? method.of : undefined;
  return from && calledMethod(from)?.name === 'from' ? textOf(argumentsOf(from)[0]) : undefined;
}

function calledMethod({ type, callee }: Node) {
  const { type: kind, property, object } = (type === 'CallExpression' ? callee : {}) as Node;
  const name = kind === 'MemberExpression' ? nameOf(property) : undefined;
  return name === undefined ? undefined : { name, of: object as Node };
}

function textsOf(value: unknown): string[] {
  const list = bare(value);
  if (list?.type !== 'ArrayExpression') return [literal(undefined)];
  return (list.elements as readonly { expression: Node }[]).map((element) => literal(textOf(element?.expression)));
}

/** The expression inside of `as const`, `satisfies` and parentheses. */
function bare(value: unknown): Node | undefined {
  const node = value as Node | undefined;
  const isWrapped = /^(Ts(As|Satisfies)Expression|TsConstAssertion|ParenthesisExpression)$/.test(node?.type ?? '');
  return isWrapped ? bare(node?.expression) : node;
}

function textOf(value: unknown): string | undefined {
  const node = bare(value);
  const [quasi, ...more] = node?.type === 'TemplateLiteral' ? (node.quasis as readonly Node[]) : [];
  return quasi && more.length === 0 ? String(quasi.cooked) : stringOf(node);
}

function literal(text: string | undefined): string {
  if (text !== undefined) return text;
  throw new Error('The build records the calls to the backend: write tableCall and functionCalls with literals only.');
}

const sorted = (calls: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, names]) => [name, [...names].sort()]));
