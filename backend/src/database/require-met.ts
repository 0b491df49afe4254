import { type BackendCalls, type BackendDescription, unmetCalls } from '@site/contract/backend-calls';
import { UserError } from '@site/terminal/user-error';

/** What an active release calls. */
export interface ActiveCalls {
  /** `name@id` */
  readonly release: string;
  readonly backend: BackendCalls;
}

/** Reads what the site passes to its backend; empty when a backend runs without a site. */
export const readActiveCalls = (given: string | undefined): readonly ActiveCalls[] => JSON.parse(given || '[]');

/** @throws UserError when the migrations break a call that worked before */
export function requireMet(active: readonly ActiveCalls[], before: BackendDescription, after: BackendDescription) {
  const broken = active.flatMap(({ release, backend }) => {
    const [was, is] = [unmetCalls(backend, before), unmetCalls(backend, after)];
    const lacks = is.lacks.filter((one) => !was.lacks.includes(one));
    const needs = is.needs.filter((one) => !was.needs.includes(one));
    return [
      ...(lacks.length > 0
        ? [`They remove ${lacks.join(', ')}, which the active ${release} uses. ${RELEASE_FIRST}`]
        : []),
      ...(needs.length > 0
        ? [`They require ${needs.join(', ')}, which the active ${release} does not send. ${DEFAULT_FIRST}`]
        : []),
    ];
  });
  if (broken.length > 0) throw new UserError(`The new migrations were not applied. ${broken.join(' ')}`);
}

const RELEASE_FIRST =
  'First start the site with the code from before these migrations, and activate a release that does without; then migrate.';
const DEFAULT_FIRST =
  'First give it a default or allow null, start the site, and activate a release that sends it; require it in a later migration.';
