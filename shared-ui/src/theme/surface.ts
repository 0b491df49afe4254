/** Selects elements by their background. */
export const surface = <Name extends string>(name: Name) => `[data-surface="${name}"]` as const;
