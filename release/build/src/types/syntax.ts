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

/** A name in a declaration; `module` is set if it is imported from there. */
export interface Reference {
  readonly name: string;
  readonly module?: string;
}

export const ALL = '*';

const REFERENCES: Readonly<Record<string, string>> = {
  TsTypeReference: 'typeName',
  TsExpressionWithTypeArguments: 'expression',
  TsTypeQuery: 'exprName',
  Computed: 'expression',
};

/** The names that a declaration refers to, in its order; its own type parameters are among them. */
export function referencesIn(value: unknown): readonly Reference[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const inside = Object.values(node).flatMap(referencesIn);
  if (node.type === 'TsImportType') {
    return [{ name: firstName(node.qualifier) ?? ALL, module: textOf(node.argument) ?? '' }, ...inside];
  }
  const name = firstName(node[REFERENCES[node.type] ?? ''] ?? (node.computed === true ? node.key : undefined));
  return name === undefined ? inside : [{ name }, ...inside];
}

/** `JSX` of `JSX.Element`. */
function firstName(value: unknown): string | undefined {
  const node = value as Node | null | undefined;
  return nameOf(node) ?? (node?.left || node?.object ? firstName(node.left ?? node.object) : undefined);
}
