import { UserError } from '@site/release-core/user-error';

/** @throws UserError for anything else than `--draft` */
export function readDraft(args: readonly string[]): boolean {
  const [first = '--draft', ...more] = args.filter((arg) => arg !== '--');
  if (first !== '--draft' || more.length > 0) throw new UserError('Usage: npx pnpm start [--draft]');
  return args.includes('--draft');
}
