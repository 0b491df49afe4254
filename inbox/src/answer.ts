/** What one of the owner's commands ends with: a text on standard output, or a reason on standard error and code 1. */
export type Answer = { ok: true; text: string } | { ok: false; reason: string };
