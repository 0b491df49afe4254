export interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

export function nameOf(value: unknown): string | undefined {
  const node = value as Node | null | undefined;
  return node?.type === 'Identifier' ? String(node.value) : undefined;
}

export function textOf(value: unknown): string | undefined {
  const node = value as Node | null | undefined;
  return node?.type === 'StringLiteral' ? String(node.value) : undefined;
}

/** Returns an identifier at the position of another node. */
export const namedAs = (value: string, { span }: Node): Node => ({
  type: 'Identifier',
  span,
  ctxt: 0,
  value,
  optional: false,
});

const PATTERNS = new Set(['Identifier', 'ObjectPattern', 'ArrayPattern', 'RestElement', 'AssignmentPattern']);

/** Whether these are the parameters of a function, not the arguments of a type. */
export const isPatterns = (value: unknown): value is readonly Node[] =>
  Array.isArray(value) && value.every(({ type, pat }: Node) => PATTERNS.has(pat ? (pat as Node).type : type));
