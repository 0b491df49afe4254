import type { Requirements } from '@site/contract/build';
import { type Module, parseSync } from '@swc/core';
import { collectCalls } from './declared-calls';
import { keyOf, type Node, nameOf, textOf } from './types/syntax';

const SHARED_UI = '@site/shared-ui';

/** The whole namespace. No shell offers it, so a remote that imports it is refused. */
const ALL = '*';

/**
 * Reads from compiled modules which names they import from shared-ui, which members of `host` they use and which calls
 * to the backend they declare. Relies on the convention that the host is always called `host`.
 * @throws Error for an undeclared call
 */
export function findUsedNames(sources: readonly string[]): Omit<Requirements, 'react'> {
  const sharedUi = new Set<string>();
  const host = new Set<string>();
  const backend = collectCalls();
  for (const source of sources) {
    visit(parseSync(source, { syntax: 'ecmascript', target: 'es2022' }), (node) => {
      for (const name of importedFromSharedUi(node)) sharedUi.add(name);
      for (const name of membersOfHost(node)) host.add(name);
      backend.add(node);
    });
  }
  return { sharedUi: [...sharedUi].sort(), host: [...host].sort(), backend: backend.list() };
}

function visit(value: unknown, look: (node: Node) => void) {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) look(value as Node);
  for (const part of Object.values(value as Node | Module)) visit(part, look);
}

function importedFromSharedUi(node: Node): string[] {
  if (node.type === 'CallExpression') return isImport(node) ? [ALL] : [];
  if (textOf(node.source) !== SHARED_UI) return [];
  return (node.specifiers as Node[] | undefined)?.map(importedName) ?? [ALL];
}

function importedName({ type, imported, local, orig }: Node): string {
  if (type === 'ImportDefaultSpecifier') return 'default';
  const isNamed = type === 'ImportSpecifier' || type === 'ExportSpecifier';
  return (isNamed && (nameOf(imported) ?? nameOf(orig) ?? nameOf(local))) || ALL;
}

function isImport({ callee, arguments: given }: Node) {
  const [first] = given as { expression: Node }[];
  return (callee as Node).type === 'Import' && textOf(first?.expression) === SHARED_UI;
}

function membersOfHost(node: Node): string[] {
  if (node.type === 'MemberExpression') {
    const member = keyOf(node.property);
    return isHost(node.object) && member ? [member] : [];
  }
  if (node.type === 'VariableDeclarator') return isHost(node.init) ? keysOf(node.id) : [];
  if (node.type === 'AssignmentExpression') return isHost(node.right) ? keysOf(node.left) : [];
  return node.type === 'KeyValuePatternProperty' && keyOf(node.key) === 'host' ? keysOf(node.value) : [];
}

function isHost(value: unknown): boolean {
  const node = value as Node | null;
  if (node?.type === 'OptionalChainingExpression') return isHost(node.base);
  return nameOf(node) === 'host' || (node?.type === 'MemberExpression' && keyOf(node.property) === 'host');
}

function keysOf(pattern: unknown): string[] {
  const { type, properties, left } = pattern as Node;
  if (type === 'AssignmentPattern') return keysOf(left);
  if (type !== 'ObjectPattern') return [];
  return (properties as Node[]).map((property) => keyOf(property.key)).filter((name) => name !== undefined);
}
