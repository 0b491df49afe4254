import { UserError } from '@site/release-core/user-error';

/** @throws UserError for anything else than `--draft` */
export function readDraft(args: readonly string[]): boolean {
  const other = args.find((arg) => arg !== '--' && arg !== '--draft');
  if (other !== undefined) throw new UserError(`There is no "${other}". Usage: npx pnpm start [--draft]`);
  return args.includes('--draft');
}
