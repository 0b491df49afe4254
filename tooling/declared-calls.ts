import type { BackendCalls } from '@site/contract/backend-calls';
import { keyOf, type Node, nameOf, textOf } from './types/syntax';

const ADDRESS = /\/rest\/v1\/(?:rpc\/)?(?!rpc\/)(\w+)/;
const WRITES = ['insert', 'upsert', 'update'];

/** Collects the calls that modules declare with `tableCall` and `functionCalls`. */
export function collectCalls() {
  const tables = new Map<string, Set<string>>();
  const functions = new Map<string, Set<string>>();
  const named = new Set<string>();
  const add = (to: Map<string, Set<string>>, name: string, names: readonly string[]) =>
    to.set(name, new Set([...(to.get(name) ?? []), ...names]));
  return {
    add: (node: Node) => {
      const name = nameInCall(node);
      if (name !== undefined) named.add(name);
      if (node.type !== 'CallExpression') return;
      const [first, second] = (node.arguments as { expression: Node }[]).map(({ expression }) => expression);
      if (nameOf(node.callee) === 'tableCall') add(tables, literal(textOf(first)), textsOf(second));
      if (nameOf(node.callee) !== 'functionCalls') return;
      for (const property of (first?.properties as Node[] | undefined) ?? [undefined]) {
        add(functions, literal(keyOf(property?.key)), textsOf(property?.value));
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
  const address = ADDRESS.exec(textOf(node) ?? String(node.cooked ?? ''));
  if (address) return address[1];
  if (node.type !== 'CallExpression') return undefined;
  const { object, property } = node.callee as Node;
  if (keyOf(property) === 'rpc') return firstText(node);
  const from = object as Node | undefined;
  const isWrite = WRITES.includes(keyOf(property) ?? '') && from?.type === 'CallExpression';
  return isWrite && keyOf((from.callee as Node).property) === 'from' ? firstText(from) : undefined;
}

const firstText = (call: Node | undefined) =>
  textOf((call?.arguments as { expression: Node }[] | undefined)?.[0]?.expression);

function textsOf(value: unknown): string[] {
  const { elements } = (value ?? {}) as { elements?: ({ expression: Node } | null)[] };
  return elements ? elements.map((element) => literal(textOf(element?.expression))) : [literal(undefined)];
}

function literal(text: string | undefined): string {
  if (text !== undefined) return text;
  throw new Error('The build records the calls to the backend: write tableCall and functionCalls with literals only.');
}

const sorted = (calls: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, names]) => [name, [...names].sort()]));
