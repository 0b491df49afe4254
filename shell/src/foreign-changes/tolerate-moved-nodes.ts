/**
 * Translators and extensions wrap or remove nodes that React still refers to. Its next update would throw, and React
 * would remove the page (https://github.com/facebook/react/issues/11538).
 */
export function tolerateMovedNodes({ prototype }: typeof Node): void {
  const { removeChild, insertBefore } = prototype;

  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const { parentNode } = child;
    return parentNode ? (removeChild.call(parentNode, child) as Child) : child;
  };

  prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    return insertBefore.call(this, child, next && childAround(this, next)) as Child;
  };
}

/** @returns null if the node is not inside the parent: the new node then becomes the last one */
function childAround(parent: Node, node: Node): Node | null {
  let child: Node | null = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}
