import { isPatterns, type Node, namedAs, nameOf, textOf } from './syntax';

const WORD = /^[A-Za-z_$][\w$]*$/;

/** Returns the same declaration with sorted members and alternatives, named parameters and one kind of quotes. */
export function normalForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalForm);
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Node;
  if (node.type === 'StringLiteral') return { ...node, raw: null };
  return Object.fromEntries(Object.entries(node).map(([part, of]) => [part, normalPart(node, part, of)]));
}

function normalPart({ type }: Node, part: string, value: unknown): unknown {
  if (part === 'declare') return false;
  if (part === 'params' && isPatterns(value)) return value.map(parameter);
  const made = normalForm(value);
  if (type === 'TsUnionType' && part === 'types') return sortedBy(made as Node[], withoutPlaces);
  const hasMembers =
    (type === 'TsInterfaceBody' && part === 'body') || (type === 'TsTypeLiteral' && part === 'members');
  if (hasMembers) return sortedBy(made as Node[], memberKey);
  return part === 'key' ? plainKey(made) : made;
}

function parameter(node: Node, at: number): Node {
  if (node.type === 'Parameter') return { ...node, pat: parameter(node.pat as Node, at) };
  const typeAnnotation = normalForm(node.typeAnnotation);
  if (node.type === 'RestElement') return { ...node, argument: parameter(node.argument as Node, at), typeAnnotation };
  return { ...namedAs(nameOf(node) ?? `argument${at}`, node), optional: node.optional ?? false, typeAnnotation };
}

/** The order of overloads matters: members of one name keep theirs. Members without a name are first. */
function memberKey({ key, computed }: Node) {
  if (!key) return '';
  return computed ? `[${withoutPlaces(key as Node)}` : (nameOf(key) ?? textOf(key) ?? withoutPlaces(key as Node));
}

const withoutPlaces = (node: Node) =>
  JSON.stringify(node, (part, value) => (part === 'span' || part === 'ctxt' ? undefined : value));

function sortedBy(nodes: readonly Node[], keyOf: (node: Node) => string): readonly Node[] {
  const keyed = nodes.map((node) => ({ node, key: keyOf(node) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ node }) => node);
}

function plainKey(key: unknown): unknown {
  const text = textOf(key);
  return text !== undefined && WORD.test(text) ? namedAs(text, key as Node) : key;
}
