import { type Module, parseSync } from '@swc/core';

/** What a remote's code asks of the shell around it. */
export interface Uses {
  /** Names imported from shared-ui. */
  readonly sharedUi: readonly string[];
  /** Members read from `host`. */
  readonly host: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

/**
 * Reads from compiled modules which names they import from shared-ui and which members of `host` they use: after a dot,
 * or taken apart in a parameter or a declaration. By house rule the host is called `host` wherever it goes.
 */
export function readUses(sources: readonly string[]): Uses {
  const sharedUi = new Set<string>();
  const host = new Set<string>();
  for (const source of sources) {
    visit(parseSync(source, { syntax: 'ecmascript', target: 'es2022' }), (node) => {
      for (const name of importedFromSharedUi(node)) sharedUi.add(name);
      for (const name of membersOfHost(node)) host.add(name);
    });
  }
  return { sharedUi: [...sharedUi].sort(), host: [...host].sort() };
}

function visit(value: unknown, look: (node: Node) => void) {
  if (Array.isArray(value)) for (const one of value) visit(one, look);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if ('type' in value) look(value as Node);
  for (const part of Object.values(value as Node | Module)) visit(part, look);
}

/** The namespace itself would need every name: nobody imports that. */
function importedFromSharedUi({ type, source, specifiers }: Node): string[] {
  if (type !== 'ImportDeclaration' || (source as { value: string }).value !== '@site/shared-ui') return [];
  return (specifiers as Node[]).map((one) => nameOf(one.imported) ?? nameOf(one.local) ?? '*');
}

function membersOfHost(node: Node): string[] {
  if (node.type === 'MemberExpression') {
    const member = nameOf(node.property);
    return isHost(node.object) && member ? [member] : [];
  }
  const isTakenApart =
    (node.type === 'VariableDeclarator' && isHost(node.init)) ||
    (node.type === 'KeyValuePatternProperty' && nameOf(node.key) === 'host');
  return isTakenApart ? keysOf(node.type === 'VariableDeclarator' ? node.id : node.value) : [];
}

const isHost = (value: unknown) => {
  const node = value as Node | null;
  return nameOf(node) === 'host' || (node?.type === 'MemberExpression' && nameOf(node.property) === 'host');
};

function keysOf(pattern: unknown): string[] {
  const { type, properties } = pattern as Node;
  if (type !== 'ObjectPattern') return [];
  return (properties as Node[]).map((one) => nameOf(one.key)).filter((name) => name !== undefined);
}

function nameOf(value: unknown): string | undefined {
  const node = value as Node | null | undefined;
  return node?.type === 'Identifier' ? String(node.value) : undefined;
}
