import type { BackendCalls } from '@site/contract/backend-calls';
import { keyOf, type Node, nameOf, textOf } from './types/syntax';

/** Writing a table or a function into the address of a call leaves it out of the record. */
const FIXED_ADDRESS = /\/rest\/v1\/(?:rpc\/)?\w/;
const WRITES = ['insert', 'upsert', 'update'];

/** Collects the calls that modules declare with `tableCall` and `functionCalls`. */
export function collectCalls() {
  const tables = new Map<string, Set<string>>();
  const functions = new Map<string, Set<string>>();
  const add = (to: Map<string, Set<string>>, name: string, names: readonly string[]) =>
    to.set(name, new Set([...(to.get(name) ?? []), ...names]));
  return {
    add: (node: Node) => {
      refuseUndeclared(node);
      if (node.type !== 'CallExpression') return;
      const [first, second] = (node.arguments as { expression: Node }[]).map(({ expression }) => expression);
      if (nameOf(node.callee) === 'tableCall') add(tables, literal(textOf(first)), textsOf(second));
      if (nameOf(node.callee) !== 'functionCalls') return;
      for (const one of (first?.properties as Node[] | undefined) ?? [undefined]) {
        add(functions, literal(keyOf(one?.key)), textsOf(one?.value));
      }
    },
    list: (): BackendCalls => ({ tables: sorted(tables), functions: sorted(functions) }),
  };
}

function refuseUndeclared(node: Node) {
  const isFixed = FIXED_ADDRESS.test(textOf(node) ?? '') || FIXED_ADDRESS.test(String(node.cooked ?? ''));
  if (!isFixed && !isFixedWrite(node) && !isFixedCall(node)) return;
  throw new Error(
    'A call to the backend is not recorded: declare it with tableCall or functionCalls of @site/contract/backend-calls, and use that declaration.',
  );
}

/** Such as `client.from('contacts').insert(row)`. */
function isFixedWrite({ type, callee }: Node): boolean {
  const { object, property } = (type === 'CallExpression' ? callee : {}) as Node;
  const from = object as Node | undefined;
  const target = from?.type === 'CallExpression' ? (from.callee as Node) : undefined;
  return WRITES.includes(keyOf(property) ?? '') && keyOf(target?.property) === 'from' && firstText(from) !== undefined;
}

/** Such as `client.rpc('owner_me')`. */
const isFixedCall = (node: Node) =>
  node.type === 'CallExpression' && keyOf((node.callee as Node).property) === 'rpc' && firstText(node) !== undefined;

const firstText = (call: Node | undefined) =>
  textOf((call?.arguments as { expression: Node }[] | undefined)?.[0]?.expression);

function textsOf(value: unknown): string[] {
  const { elements } = (value ?? {}) as { elements?: ({ expression: Node } | null)[] };
  return elements ? elements.map((one) => literal(textOf(one?.expression))) : [literal(undefined)];
}

function literal(text: string | undefined): string {
  if (text !== undefined) return text;
  throw new Error('The build records the calls to the backend: write tableCall and functionCalls with literals only.');
}

const sorted = (calls: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, names]) => [name, [...names].sort()]));
