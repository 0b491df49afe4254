import { UserError } from '@site/release-core/user-error';
import { readFlags } from '@site/terminal/read-flags';
import { readLiveOrigin } from './live-site';

export interface AgainstOptions {
  readonly remotes: readonly string[];
  readonly origin: string;
  readonly isWithBackend: boolean;
}

interface DevOptions {
  readonly names: readonly string[];
  readonly against: AgainstOptions | null;
}

const USAGE = 'Usage: npx pnpm dev [name…] [--against https://example.org [--with-backend]]';
const FLAGS = { against: { type: 'string' }, 'with-backend': { type: 'boolean', default: false } } as const;

/** @throws UserError */
export function readDevOptions(args: readonly string[]): DevOptions {
  const { positionals: names, values } = readFlags(args, FLAGS, USAGE);
  const isWithBackend = values['with-backend'];
  if (values.against === undefined) {
    if (!isWithBackend) return { names, against: null };
    throw new UserError(`--with-backend sends forms to a live site: name it with --against. ${USAGE}`);
  }
  const origin = readLiveOrigin(values.against);
  if (names.length === 0) throw new UserError(`Name the remotes that are to be hot in ${origin}. ${USAGE}`);
  const remotes = new Set(names.map((name) => name.replace(/^remote-/, '')));
  if (remotes.has('shell')) {
    throw new UserError(`The shell comes from ${origin}: leave it out, or leave out --against.`);
  }
  return { names, against: { remotes: [...remotes], origin, isWithBackend } };
}
