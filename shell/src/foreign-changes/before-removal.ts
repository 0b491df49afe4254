/**
 * Calls back before React removes nodes of the root: all of them, or one of them.
 * @returns a function that ends it
 */
export function beforeRemoval(root: HTMLElement, onRemoval: (nodes: Node) => void): () => void {
  const { prototype } = Node;
  const { removeChild } = prototype;
  const text = Object.getOwnPropertyDescriptor(prototype, 'textContent');
  const watched: typeof removeChild = function (this: Node, child) {
    onRemoval(child);
    return removeChild.call(this, child) as typeof child;
  };
  prototype.removeChild = watched;
  Object.defineProperty(root, 'textContent', {
    configurable: true,
    get: () => text?.get?.call(root),
    set(value) {
      onRemoval(root);
      text?.set?.call(root, value);
    },
  });
  return () => {
    // An extension may have replaced it since.
    if (prototype.removeChild === watched) prototype.removeChild = removeChild;
    Reflect.deleteProperty(root, 'textContent');
  };
}
