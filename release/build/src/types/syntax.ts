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

const namedAs = (value: string, { span }: Node): Node => ({
  type: 'Identifier',
  span,
  ctxt: 0,
  value,
  optional: false,
});

const PATTERNS = new Set(['Identifier', 'ObjectPattern', 'ArrayPattern', 'RestElement', 'AssignmentPattern']);

/** Whether these are the parameters of a function, not the arguments of a type. */
const isPatterns = (value: unknown): value is readonly Node[] =>
  Array.isArray(value) && value.every(({ type, pat }: Node) => PATTERNS.has(pat ? (pat as Node).type : type));

/** A name in a declaration; `module` is set if it is imported from there. */
export interface Reference {
  readonly name: string;
  readonly module?: string;
}

export interface Names {
  /** Returns the name to write for a reference; called in the order of the declaration. */
  readonly nameFor: (reference: Reference) => string;
  /** Replaces the names of parameters and type parameters, which only the declaration itself uses. */
  readonly isAnonymous: boolean;
}

type Locals = ReadonlyMap<string, string>;

export const rename = (declaration: Node, names: Names): Node => new Renaming(names).of(declaration, new Map()) as Node;

class Renaming {
  private count = 0;

  constructor(private readonly names: Names) {}

  of(value: unknown, outer: Locals): unknown {
    if (Array.isArray(value)) return value.map((child) => this.of(child, outer));
    if (typeof value !== 'object' || value === null) return value;
    const node = value as Node;
    if (node.type === 'TsImportType') return this.importType(node, outer);
    const locals = this.localsOf(node, outer);
    const parts = Object.entries(node).map(([part, value]) => [part, this.part(node, [part, value], locals)]);
    return Object.fromEntries(parts);
  }

  private part(node: Node, [part, value]: [string, unknown], locals: Locals): unknown {
    if (isReference(node, part)) return this.entity(value, locals);
    if (part === 'params' && isPatterns(value)) return value.map((child) => this.parameter(child, locals));
    if (isLocalName(node, part)) return this.local(value as Node, locals);
    return this.of(value, locals);
  }

  private entity(value: unknown, locals: Locals): unknown {
    const node = value as Node;
    if (node.type === 'TsQualifiedName') return { ...node, left: this.entity(node.left, locals) };
    if (node.type === 'MemberExpression') return { ...node, object: this.entity(node.object, locals) };
    if (node.type === 'TsImportType') return this.imported(node, node.qualifier as Node | null);
    const name = nameOf(node);
    if (name === undefined) return this.of(node, locals);
    const written = locals.get(name) ?? this.names.nameFor({ name });
    return {
      ...node,
      value: written,
      ...(node.typeAnnotation ? { typeAnnotation: this.of(node.typeAnnotation, locals) } : {}),
    };
  }

  private importType(node: Node, locals: Locals): unknown {
    const typeName = this.imported(node, node.qualifier as Node | null);
    return { type: 'TsTypeReference', span: node.span, typeName, typeParams: this.of(node.typeArguments, locals) };
  }

  private imported(node: Node, qualifier: Node | null): unknown {
    if (qualifier?.type === 'TsQualifiedName') {
      return { ...qualifier, left: this.imported(node, qualifier.left as Node) };
    }
    const reference = { name: nameOf(qualifier) ?? ALL, module: textOf(node.argument) ?? '' };
    return namedAs(this.names.nameFor(reference), node);
  }

  private parameter(node: Node, locals: Locals): Node {
    if (node.type === 'Parameter') return { ...node, pat: this.parameter(node.pat as Node, locals) };
    const typeAnnotation = this.of(node.typeAnnotation, locals);
    if (node.type !== 'RestElement') return { ...this.local(node, locals), typeAnnotation };
    return { ...node, argument: this.parameter(node.argument as Node, locals), typeAnnotation };
  }

  private local(node: Node, locals: Locals): Node {
    return { ...node, value: locals.get(nameOf(node) ?? '') ?? node.value };
  }

  private localsOf(node: Node, outer: Locals): Locals {
    const added = localNames(node).map((name): [string, string] => [
      name,
      this.names.isAnonymous ? `$${this.count++}` : name,
    ]);
    return added.length === 0 ? outer : new Map([...outer, ...added]);
  }
}

export const ALL = '*';

function localNames(node: Node): string[] {
  const declared = [node.typeParams, node.typeParameters].flatMap((child) => (child as Node | null)?.parameters ?? []);
  const types = [...(declared as Node[]), ...(node.type === 'TsMappedType' ? [node.typeParam as Node] : [])];
  const values = isPatterns(node.params) ? node.params.map(parameterName) : [];
  return [...types.map(({ name }) => nameOf(name)), ...values].filter((name) => name !== undefined);
}

function parameterName(node: Node): string | undefined {
  return nameOf(node) ?? (node.pat || node.argument ? parameterName((node.pat ?? node.argument) as Node) : undefined);
}

const REFERENCES: Readonly<Record<string, string>> = {
  TsTypeReference: 'typeName',
  TsExpressionWithTypeArguments: 'expression',
  TsTypeQuery: 'exprName',
  Computed: 'expression',
  // A declaration's own name is renamed like a reference.
  TsInterfaceDeclaration: 'id',
  TsTypeAliasDeclaration: 'id',
  TsEnumDeclaration: 'id',
  VariableDeclarator: 'id',
  FunctionDeclaration: 'identifier',
  ClassDeclaration: 'identifier',
};

const isReference = ({ type, computed }: Node, part: string) =>
  REFERENCES[type] === part || (part === 'key' && computed === true);

const isLocalName = ({ type }: Node, part: string) =>
  (type === 'TsTypeParameter' && part === 'name') || (type === 'TsTypePredicate' && part === 'paramName');

const WORD = /^[A-Za-z_$][\w$]*$/;

/** Returns the same declaration with sorted members and alternatives, named parameters and one kind of quotes. */
export function normalForm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalForm);
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Node;
  if (node.type === 'StringLiteral') return { ...node, raw: null };
  return Object.fromEntries(Object.entries(node).map(([part, value]) => [part, normalPart(node, part, value)]));
}

function normalPart({ type }: Node, part: string, value: unknown): unknown {
  if (part === 'declare') return false;
  if (part === 'params' && isPatterns(value)) return value.map(parameter);
  const normal = normalForm(value);
  if (type === 'TsUnionType' && part === 'types') return sortedBy(normal as Node[], withoutPlaces);
  const hasMembers =
    (type === 'TsInterfaceBody' && part === 'body') || (type === 'TsTypeLiteral' && part === 'members');
  if (hasMembers) return sortedBy(normal as Node[], memberKey);
  return part === 'key' ? plainKey(normal) : normal;
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
