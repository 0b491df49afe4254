/** Result of a command: a text for standard output, or a reason for standard error with exit code 1. */
export type Answer = { ok: true; text: string } | { ok: false; reason: string };
