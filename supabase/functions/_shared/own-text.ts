/** The text of a key; undefined for the names that every object has, such as `constructor`. */
export const ownText = (texts: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined;
