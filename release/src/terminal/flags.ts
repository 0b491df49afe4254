interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  /** What follows the flag. */
  readonly value?: string;
  readonly does: string;
}

/** Flags of every command. */
export const COMMON_FLAGS = {
  to: {
    type: 'string',
    multiple: true,
    value: '<address>',
    does: 'runs it on the site at https://…; of rollback also the release, of grant the team, of copy the store',
  },
  'dry-run': { type: 'boolean', does: 'runs the whole command and changes nothing' },
  json: { type: 'boolean', does: 'answers in JSON' },
  why: { type: 'string', value: '"…"', does: 'the reason, for the log' },
  as: { type: 'string', value: '"…"', does: "the person, for the log; git's author without it" },
  help: { type: 'boolean', does: 'lists commands and flags, or those of one command' },
} as const satisfies Readonly<Record<string, Flag>>;

/** Flags that a command takes when it names them. */
export const OWN_FLAGS = {
  'allow-dirty': { type: 'boolean', does: 'publishes changes that no commit holds' },
  unchecked: { type: 'boolean', does: 'leaves out the check in a browser; an activation then needs --why' },
  accept: {
    type: 'string',
    multiple: true,
    value: '<name>',
    does: 'activates although the type of this name has changed',
  },
  from: { type: 'string', value: '<id>|<address>', does: 'the release to leave, or the site or the store that has it' },
  change: { type: 'string', value: '<seq>', does: 'goes back before this change, with all its parts' },
  retire: { type: 'string', multiple: true, value: '<path>', does: 'a path that loses its page' },
  redirect: { type: 'string', multiple: true, value: '<path>', does: 'where the retired path leads from then on' },
  draft: { type: 'boolean', does: 'composes pages that carry « Brouillon »' },
  name: { type: 'string', value: '<name>', does: 'lists the changes of one part' },
  since: { type: 'string', value: '<time>', does: 'lists changes since 2d, 3h, 30min, a day or a moment' },
  limit: { type: 'string', value: '<count>', does: 'lists the last ones' },
  keep: { type: 'string', value: '<count>', does: 'releases that are kept of each name, 10 without it' },
  days: { type: 'string', value: '<count>', does: 'days in which nothing is removed, 30 without it' },
  may: {
    type: 'string',
    value: '<right>,…',
    does: 'what the grant is for: publish, activate, rollback, revoke, compose',
  },
  until: { type: 'string', value: '<day>', does: 'the last day of the grant' },
  oidc: { type: 'string', value: '<issuer>', does: 'accepts identity tokens of a CI instead of a secret' },
  claim: { type: 'string', multiple: true, value: '<name>=<value>', does: 'what such a token must say' },
} as const satisfies Readonly<Record<string, Flag>>;

/** With `to`, a command takes a release or a team beside the site. */
export type FlagName = keyof typeof OWN_FLAGS | 'to';

export const FLAGS = { ...COMMON_FLAGS, ...OWN_FLAGS };
