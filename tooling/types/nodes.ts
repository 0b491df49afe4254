import {
  isAsExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isStringLiteral,
  isTypeNode,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';

/** Returns all nodes of a module, without those in types. */
export function nodesIn(module: SourceFile): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node) => {
    if (isTypeNode(node)) return;
    nodes.push(node);
    node.forEachChild(visit);
  };
  module.forEachChild(visit);
  return nodes;
}

/** Returns the expression inside of `as const`, `satisfies` and parentheses. */
export function bare(node: Node | undefined): Node | undefined {
  const isWrapped = node && (isAsExpression(node) || isSatisfiesExpression(node) || isParenthesizedExpression(node));
  return isWrapped ? bare(node.expression) : node;
}

export function textOf(node: Node | undefined): string | undefined {
  const text = bare(node);
  return text && (isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text)) ? text.text : undefined;
}

/** The name of a property, unless it is computed. */
export const keyOf = (name: Node | undefined) => (name && isIdentifier(name) ? name.text : textOf(name));
