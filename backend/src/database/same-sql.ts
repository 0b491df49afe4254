import { createHash } from 'node:crypto';

// Strings are matched too, as they may contain comment markers, and comments quotation marks.
const STRING_OR_COMMENT = /('(?:[^']|'')*')|--[^\n]*|\/\*[\s\S]*?\*\//g;

/**
 * Compares applied statements with a migration file, ignoring comments and white space. The Supabase CLI stores each
 * statement separately, without its semicolon.
 */
export function isSameSql(statements: readonly string[], sql: string): boolean {
  return withoutComments(statements.join('\n')) === withoutComments(sql);
}

/** SHA-256 of statements, in hexadecimal; equal for those that `isSameSql` finds equal. */
export function hashOfSql(statements: readonly string[]): string {
  return createHash('sha256')
    .update(withoutComments(statements.join('\n')))
    .digest('hex');
}

export function withoutComments(sql: string): string {
  return sql.replace(STRING_OR_COMMENT, '$1').replace(/[\s;]+/g, '');
}
