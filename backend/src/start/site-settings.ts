import { reasonOf } from '@site/terminal/user-error';
import { readOptions } from '../options';
import { type MailOptions, readMailOptions } from '../worker/options';

/** What the site's facts decide here. Its process sends them again when the owner edits them. */
interface SiteSettings {
  readonly mail: MailOptions;
  readonly siteGaps: readonly string[];
}

export type FollowedSettings = ReturnType<typeof followSettings>;

/** @param first at the start, from the environment */
export function followSettings(first: SiteSettings) {
  let current = first;
  return {
    current: () => current,
    /** Invalid settings are reported, and the earlier ones stay. @param given in place of variables of the environment */
    use: (given: Readonly<Record<string, string>>) => {
      const env = { ...process.env, ...given };
      try {
        current = { mail: readMailOptions(env), siteGaps: readOptions(env).siteGaps };
      } catch (error) {
        console.error(`Mails keep the facts that they had: ${reasonOf(error)}`);
      }
    },
  };
}
