export { UserError } from '@site/supabase/functions/_shared/user-error';

/** The message of any thrown value. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}
