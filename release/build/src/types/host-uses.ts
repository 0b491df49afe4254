import {
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isComputedPropertyName,
  isElementAccessExpression,
  isForInStatement,
  isFunctionExpression,
  isIdentifier,
  isJsxExpression,
  isJsxSpreadAttribute,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  type JsxOpeningElement,
  type MemberName,
  type Node,
  type ObjectBindingPattern,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { type Checker, type Project, type Type, TypeFlags } from 'typescript/unstable/sync';
import { HostTypes } from './host-types';
import { nodesIn, propertyKey } from './program';

interface Modules {
  readonly modules: readonly SourceFile[];
  /** Modules of pages: the shell passes the host to what they export. */
  readonly pages: readonly SourceFile[];
  readonly hostFile: string;
}

interface HostUses {
  readonly members: readonly string[];
  /** Places that may read members which no type names. */
  readonly refused: readonly Node[];
}

/** Finds the members of the host that modules read, by the types of their expressions. */
export function findHostUses(project: Project, { modules, pages, hostFile }: Modules): HostUses {
  const types = new HostTypes(project, hostFile, new Set(modules.map(({ path }) => path)));
  const uses = new Uses(project, types);
  const nodes = modules.flatMap(nodesIn);
  uses.access(nodes.filter(isPropertyAccessExpression).map(({ name }) => name));
  for (const pattern of nodes.filter(isObjectBindingPattern)) uses.destructure(pattern);
  uses.passOn(nodes.filter(isValue));
  for (const page of pages) uses.ofPage(page);
  return { members: [...uses.members], refused: [...uses.refused] };
}

/** Exports of a page's module that the shell calls with the host. */
const CALLED_WITH_HOST: readonly string[] = ['Page', 'description', 'structuredData'];

class Uses {
  readonly members = new Set<string>();
  readonly refused = new Set<Node>();
  private readonly checker: Checker;

  constructor(
    private readonly project: Project,
    private readonly types: HostTypes,
  ) {
    this.checker = project.checker;
  }

  /** The shell calls them with the host, whatever the type of their parameter is. */
  ofPage(page: SourceFile): void {
    const { checker } = this;
    const module = checker.getSymbolAtLocation(page);
    const exported = module ? checker.getExportsOfModule(module) : [];
    for (const symbol of exported.filter(({ name }) => CALLED_WITH_HOST.includes(name))) {
      const type = checker.getTypeOfSymbol(symbol);
      const [signature] = type ? checker.getSignaturesOfType(type, 0) : [];
      const given = signature && checker.getParameterType(signature, 0);
      const property = given && symbol.name === 'Page' ? checker.getPropertyOfType(given, 'host') : undefined;
      const place = property ? checker.getTypeOfSymbol(property) : given;
      const node = symbol.valueDeclaration?.resolve(this.project);
      if (node && place) this.follow(node, this.types.host, place);
    }
  }

  access(names: readonly MemberName[]) {
    const known = names.filter(({ text }) => this.types.names.has(text));
    for (const symbol of this.checker.getSymbolAtLocation(known)) {
      if (symbol && this.types.isMember(symbol)) this.members.add(symbol.name);
    }
  }

  destructure(pattern: ObjectBindingPattern) {
    // What a rest holds keeps its declarations.
    const keys = pattern.elements.flatMap(({ dotDotDotToken, propertyName, name }) =>
      dotDotDotToken ? [] : [propertyName ?? name],
    );
    if (!keys.some((key) => this.types.names.has(propertyKey(key) ?? '') || (key && isComputedPropertyName(key))))
      return;
    const type = this.checker.getTypeAtLocation(pattern);
    const members = type ? this.types.membersOf(type) : [];
    for (const key of members.length > 0 ? keys : []) {
      const name = propertyKey(key) ?? '';
      if (members.includes(name)) this.members.add(name);
      if (key && isComputedPropertyName(key)) this.named(key.expression, members);
    }
  }

  passOn(values: readonly Expression[]) {
    for (const [at, type] of this.typesOf(values).entries()) {
      const value = values[at];
      if (value && type && this.types.isHolder(type)) this.passed(value, type);
    }
  }

  private passed(value: Expression, type: Type) {
    const { parent } = value;
    if (isElementAccessExpression(parent) && parent.expression === value) {
      this.named(parent.argumentExpression, this.types.membersOf(type));
    } else if (isBinaryExpression(parent) && parent.operatorToken.kind === SyntaxKind.InKeyword) {
      this.named(parent.left, this.types.membersOf(type));
    } else if (isForInStatement(parent)) {
      this.refused.add(value);
    } else {
      const place = this.placeOf(value);
      if (place) this.follow(value, type, place);
    }
  }

  private follow(node: Node, value: Type, place: Type) {
    const read = this.types.readIn(place, value);
    if (!read) this.refused.add(node);
    for (const member of read ?? []) this.members.add(member);
  }

  /** Reads a member by a computed name, which is followed if its type lists the names. */
  private named(name: Expression, members: readonly string[]) {
    const type = this.checker.getTypeAtLocation(name);
    const types = type?.isUnionType() ? type.getTypes() : [type];
    for (const one of types) {
      if (!one?.isStringLiteralType()) this.refused.add(name);
      else if (members.includes(one.value)) this.members.add(one.value);
    }
  }

  /** Returns the type of the place that takes a value, or undefined if the value keeps its own type there. */
  private placeOf(value: Expression): Type | undefined {
    const { parent } = value;
    // A pattern's members are found there.
    if ((parent as { name?: Node }).name?.kind === SyntaxKind.ObjectBindingPattern) return undefined;
    if (isJsxSpreadAttribute(parent)) {
      const component = this.checker.getTypeAtLocation((parent.parent.parent as JsxOpeningElement).tagName);
      if (component && component.flags & TypeFlags.Any) return component;
    }
    const place = this.constraintFor(value) ?? this.checker.getContextualType(value);
    if (place) return this.isDependency(value) ? undefined : place;
    // Only an untyped component has attributes without types.
    if (isJsxExpression(parent)) return this.checker.getAnyType();
    const holder = holderOf(value);
    const outer = holder && this.placeOf(holder);
    return outer && outer.flags & TypeFlags.AnyOrUnknown ? outer : undefined;
  }

  /** Returns all that a generic function of our own knows of an argument, of whose type it has a parameter. */
  private constraintFor(value: Expression): Type | undefined {
    const { parent } = value;
    if (!isCallExpression(parent)) return undefined;
    const signature = this.checker.getResolvedSignature(parent);
    const isOwn = signature?.declaration && this.types.isOwn(signature.declaration);
    const generic = isOwn ? signature.getTarget() : undefined;
    const type = generic && this.checker.getParameterType(generic, parent.arguments.indexOf(value));
    if (!type?.isTypeParameter()) return undefined;
    return this.checker.getBaseConstraintOfType(type) ?? this.checker.getUnknownType();
  }

  private typesOf(values: readonly Expression[]): readonly (Type | undefined)[] {
    try {
      return this.checker.getTypeAtLocation(values);
    } catch (error) {
      // The compiler fails for the type of an empty tuple.
      const [first] = values;
      if (values.length > 1) return values.flatMap((value) => this.typesOf([value]));
      if (first && String(error).includes('TupleType')) return [undefined];
      throw error;
    }
  }

  /** React only compares the dependencies of an effect. */
  private isDependency({ parent }: Expression): boolean {
    if (!isArrayLiteralExpression(parent)) return false;
    const list = this.checker.getContextualType(parent);
    const type = list && this.checker.getNonNullableType(list);
    return type?.getAliasSymbol()?.name === 'DependencyList';
  }
}

/** Returns the expression that hands a value on as a part of itself, or as what it returns. */
function holderOf(value: Node): Expression | undefined {
  const { parent } = value;
  switch (parent.kind) {
    case SyntaxKind.PropertyAssignment:
    case SyntaxKind.ShorthandPropertyAssignment:
    case SyntaxKind.SpreadAssignment:
      return parent.parent as Expression;
    case SyntaxKind.ArrayLiteralExpression:
    case SyntaxKind.ConditionalExpression:
    case SyntaxKind.ParenthesizedExpression:
      return parent as Expression;
    case SyntaxKind.ArrowFunction:
      return isArrowFunction(parent) && parent.body === value ? parent : undefined;
    case SyntaxKind.ReturnStatement: {
      let outer = parent.parent;
      while (outer && !FUNCTIONS.has(outer.kind)) outer = outer.parent;
      return isArrowFunction(outer) || isFunctionExpression(outer) ? outer : undefined;
    }
    default:
      return undefined;
  }
}

const FUNCTIONS = new Set([
  SyntaxKind.ArrowFunction,
  SyntaxKind.FunctionExpression,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.SourceFile,
]);

/** Whether a node is a value that is neither made of others nor called, and of which no member is read by its name. */
function isValue(node: Node): node is Expression {
  const { parent } = node;
  if ((isPropertyAccessExpression(parent) || isCallExpression(parent)) && parent.expression === node) return false;
  if (!isIdentifier(node)) return VALUES.has(node.kind);
  const { name, propertyName } = parent as { name?: Node; propertyName?: Node };
  return parent.kind === SyntaxKind.ShorthandPropertyAssignment || (name !== node && propertyName !== node);
}

const VALUES = new Set([
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.ElementAccessExpression,
  SyntaxKind.CallExpression,
  SyntaxKind.NewExpression,
  SyntaxKind.AwaitExpression,
]);
