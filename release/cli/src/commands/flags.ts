interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly value?: string;
  readonly description: string;
}

export const COMMON_FLAGS = {
  to: {
    type: 'string',
    multiple: true,
    value: '<address>',
    description:
      'runs it on the site at https://…; also the release of a rollback, the team of a grant, the store of a copy',
  },
  'dry-run': { type: 'boolean', description: 'runs the whole command and changes nothing' },
  json: { type: 'boolean', description: 'answers in JSON' },
  why: { type: 'string', value: '"…"', description: 'the reason, for the log' },
  as: { type: 'string', value: '"…"', description: "the person, for the log; git's author by default" },
  help: { type: 'boolean', description: 'lists commands and flags, or those of one command' },
} as const satisfies Readonly<Record<string, Flag>>;

/** Flags of single commands, which name them. */
export const OWN_FLAGS = {
  'allow-dirty': { type: 'boolean', description: 'publishes uncommitted changes' },
  unchecked: { type: 'boolean', description: 'skips the check in a browser; an activation then needs --why' },
  accept: {
    type: 'string',
    multiple: true,
    value: '<name>',
    description: 'activates although the type of this name has changed',
  },
  from: {
    type: 'string',
    value: '<id>|<address>',
    description: 'the release to leave, or the site or the store that has it',
  },
  change: { type: 'string', value: '<seq>', description: 'restores all parts of this change to the state before it' },
  retire: { type: 'string', multiple: true, value: '<path>', description: 'a path that loses its page' },
  redirect: {
    type: 'string',
    multiple: true,
    value: '<path>',
    description: 'the target of the redirect from the retired path',
  },
  draft: { type: 'boolean', description: 'composes pages that are marked « Brouillon »' },
  name: { type: 'string', value: '<name>', description: 'lists the changes of one part' },
  since: { type: 'string', value: '<time>', description: 'lists changes since 2d, 3h, 30min, a day or a moment' },
  limit: { type: 'string', value: '<count>', description: 'lists this many of the last changes' },
  keep: { type: 'string', value: '<count>', description: 'releases to keep of each name, 10 by default' },
  days: { type: 'string', value: '<count>', description: 'removes nothing younger than this many days, 30 by default' },
  may: {
    type: 'string',
    value: '<right>,…',
    description: 'what the grant allows: publish, activate, rollback, revoke, compose',
  },
  until: { type: 'string', value: '<day>', description: 'the last day of the grant' },
  oidc: { type: 'string', value: '<issuer>', description: 'accepts identity tokens of a CI instead of a secret' },
  claim: {
    type: 'string',
    multiple: true,
    value: '<name>=<value>',
    description: 'a claim that the identity token must contain',
  },
} as const satisfies Readonly<Record<string, Flag>>;

/** A command with `to` accepts another value of `--to` in addition to the site. */
export type FlagName = keyof typeof OWN_FLAGS | 'to';

export const FLAGS = { ...COMMON_FLAGS, ...OWN_FLAGS };
