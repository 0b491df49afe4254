import type { BackendCalls } from '@site/contract/backend-calls';
import {
  isArrayLiteralExpression,
  isCallExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  type Node,
  type StringLiteral,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { bare, keyOf, textOf } from './types/nodes';

const ADDRESS = /\/rest\/v1\/(?:rpc\/)?(?!rpc\/)(\w+)/;
/** Texts, and the parts of templates. */
const TEXTS = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);
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
      if (!isCallExpression(node) || !isIdentifier(node.expression)) return;
      const [first, second] = node.arguments;
      const calls = bare(first);
      if (node.expression.text === 'tableCall') add(tables, literal(textOf(first)), textsOf(second));
      if (node.expression.text !== 'functionCalls') return;
      for (const property of calls && isObjectLiteralExpression(calls) ? calls.properties : [undefined]) {
        const { name = undefined, initializer = undefined } =
          property && isPropertyAssignment(property) ? property : {};
        add(functions, literal(keyOf(name)), textsOf(initializer));
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
  // Also of a template's parts.
  const address = TEXTS.has(node.kind) && ADDRESS.exec((node as StringLiteral).text);
  if (address) return address[1];
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression: from } = node.expression;
  if (name.text === 'rpc') return textOf(node.arguments[0]);
  const isWrite = WRITES.includes(name.text) && isCallExpression(from) && isPropertyAccessExpression(from.expression);
  return isWrite && from.expression.name.text === 'from' ? textOf(from.arguments[0]) : undefined;
}

function textsOf(value: Node | undefined): string[] {
  const list = bare(value);
  if (!list || !isArrayLiteralExpression(list)) return [literal(undefined)];
  return list.elements.map((element) => literal(textOf(element)));
}

function literal(text: string | undefined): string {
  if (text !== undefined) return text;
  throw new Error('The build records the calls to the backend: write tableCall and functionCalls with literals only.');
}

const sorted = (calls: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, names]) => [name, [...names].sort()]));
