// A quotation mark in a comment begins no string, two hyphens in a string no comment: the first to come decides.
const STRING_OR_COMMENT = /('(?:[^']|'')*')|--[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * Whether the statements that made a database are those of a file, but for comments and white space. The Supabase CLI
 * stores each statement apart, without its semicolon.
 */
export function isSameSql(statements: readonly string[], sql: string): boolean {
  return withoutComments(statements.join('\n')) === withoutComments(sql);
}

/** The text of a migration by which a change of it shows: without comments, white space and semicolons. */
export function withoutComments(sql: string): string {
  return sql.replace(STRING_OR_COMMENT, '$1').replace(/[\s;]+/g, '');
}
