/** Selects elements by their background. Remotes published before the attribute was renamed use `data-ground`. */
export const surface = (name: string) => `[data-surface="${name}"], [data-ground="${name}"]`;
