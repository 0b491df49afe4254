import type { Release } from '../store/release';
import { UserError } from '../user-error';

/** What `release new` leaves for a person to write. */
export const TO_COMPLETE = '[À compléter]';

/**
 * Requires what search engines show of each page, and the owner's space of the part, in French.
 * @throws UserError that names the page
 */
export function requireTitled({ name, routes }: Pick<Release, 'name' | 'routes'>): void {
  for (const { path, title, description } of routes) {
    const what = [title.includes(TO_COMPLETE) && 'title', description.includes(TO_COMPLETE) && 'description'];
    const [missing, ...more] = what.filter((one) => one !== false);
    if (missing === undefined) continue;
    throw new UserError(
      `${path} of ${name} has « ${TO_COMPLETE} » as its ${[missing, ...more].join(' and ')}: write it in French in contract.ts, then build and publish again.`,
    );
  }
}
