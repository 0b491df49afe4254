import type { Store } from '@site/release-core/store/store';
import { sessionsIn } from '@site/release-core/wire/sessions';
import type { Call, Reply } from './caller';
import { ProblemError } from './problem-error';

/**
 * Gives a token of some minutes for the identity token of a CI, once: whoever finds the identity token in a log cannot
 * use it again.
 */
export const identityExchanger =
  ({ blobs }: Store) =>
  async ({ grant, identity }: Call): Promise<Reply> => {
    if (!identity)
      throw new ProblemError('refused', 'Only an identity token of a CI is exchanged: use this token itself.');
    const session = await sessionsIn(blobs).open(identity, grant.id);
    if (session) return { status: 201, body: session };
    throw new ProblemError(
      'unauthenticated',
      'This token is not accepted: it was exchanged before, ask the CI for another.',
    );
  };
