/** Selects elements by their background. Remotes published before the attribute was renamed use `data-ground`. */
export const surface = <Name extends string>(name: Name) =>
  `[data-surface="${name}"], [data-ground="${name}"]` as const;
